// The same byte was written before, by a pointer to all of the structure: that says nothing of the pointer to the array.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: 1 bytes after member 'user.name'
#include "hide.h"
#include <stdlib.h>

struct user {
  char name[8];
  int id;
};

NOINLINE static void set(struct user *user, char *text) {
  char *bytes = (char *)user;
  bytes[9] = 1;
#ifdef FIXED
  text[7] = 'x';
#else
  text[9] = 'x'; //~ ERROR sub-object-overflow
#endif
}

int main(void) {
  struct user *user = calloc(1, sizeof *user);
  touch(user);
  set(user, user->name);
  touch(user);
  free(user);
  return 0;
}
