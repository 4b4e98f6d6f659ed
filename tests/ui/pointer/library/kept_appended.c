// A text is appended to what such an array holds.
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
  strcpy(to, "1234");
  strcat(to, text); //~ ERROR sub-object-overflow
}

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  put(user->name, "123");
#else
  put(user->name, "1234");
#endif
  int id = user->id;
  free(user);
  return id;
}
