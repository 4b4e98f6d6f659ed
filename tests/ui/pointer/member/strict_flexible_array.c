// An array of four at the end of its structure is no flexible one, as the flag says.
//@ flags: -fsanecc-mode=pointer -fstrict-flex-arrays=2
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct list {
  int count;
  int items[4];
};

NOINLINE static int item(struct list *list, int at) {
  return list->items[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct list *list = calloc(1, sizeof *list + 16);
#ifdef FIXED
  int found = item(list, 3);
#else
  int found = item(list, 4);
#endif
  free(list);
  return found;
}
