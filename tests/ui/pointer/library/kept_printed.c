// A number is printed into such an array.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'user.name'
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct user {
  int id;
  char name[8];
  char city[8];
};

NOINLINE static void put(char *to, int number) {
  sprintf(to, "%d", number); //~ ERROR sub-object-overflow
}

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  put(user->name, 1234567);
#else
  put(user->name, 123456789);
#endif
  int id = user->id;
  free(user);
  return id;
}
