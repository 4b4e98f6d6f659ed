// The access lies in the object of all callers, which proves its check unnecessary, and outside of the array that they pass.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: 1 bytes after member 'user.name'
#include "hide.h"

struct user {
  char name[8];
  int id;
};

NOINLINE static void end(char *text) {
#ifdef FIXED
  text[7] = 0;
#else
  text[9] = 0; //~ ERROR sub-object-overflow
#endif
}

int main(void) {
  struct user user = {"someone", 1};
  touch(&user);
  end(user.name);
  touch(&user);
  return 0;
}
