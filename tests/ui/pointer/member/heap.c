// Writes behind an array in a structure on the heap.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct user {
  char name[8];
  int is_admin;
};

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  int end = hide(7);
#else
  int end = hide(8);
#endif
  for (int i = 0; i <= end; i++)
    user->name[i] = 'a'; //~ ERROR sub-object-overflow
  int is_admin = user->is_admin;
  free(user);
  return is_admin;
}
