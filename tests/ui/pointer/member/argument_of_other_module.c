// The array is passed to a function of another module, which writes more than it has.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ aux: ../aux/fills.c
//@ asan: silent it does not look at members
//@ contains: 0 bytes after member 'user.name'
#include "hide.h"
#include <stdlib.h>

struct user {
  int id;
  char name[8];
  int is_admin;
};

void fill(char *text, int count);

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  fill(user->name, 8);
#else
  fill(user->name, 9);
#endif
  int is_admin = user->is_admin;
  free(user);
  return is_admin;
}
