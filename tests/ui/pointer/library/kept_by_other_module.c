// Another module keeps the array, and hands it to a function of the library.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ aux: ../aux/copies.c
//@ asan: silent it does not look at members
//@ contains: member 'user.name'
#include "hide.h"
#include <stdlib.h>

struct user {
  int id;
  char name[8];
  int is_admin;
};

extern char *kept_text;
void copy_to_kept(const char *text);

int main(void) {
  struct user *user = calloc(1, sizeof *user);
  kept_text = user->name;
#ifdef FIXED
  copy_to_kept("1234567");
#else
  copy_to_kept("12345678");
#endif
  int id = user->id;
  free(user);
  return id;
}
