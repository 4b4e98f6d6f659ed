// Such an array holds a text without its end.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'user.name'
#include "hide.h"
#include <string.h>
#include <stdlib.h>

struct user {
  int id;
  char name[8];
  char city[8];
};

NOINLINE static void put(char *to, const char *text) {
  memcpy(to, text, 8);
  if (strlen(to) > 12) //~ ERROR sub-object-overflow
    abort();
}

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  put(user->name, "1234567");
#else
  put(user->name, "12345678");
#endif
  int id = user->id;
  free(user);
  return id;
}
