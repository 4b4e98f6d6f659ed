// A member of a chunk is followed that nobody has set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in a chunk as it was allocated
#include "hide.h"
#include <stdlib.h>

struct list {
  int count;
  struct list *next;
};

int main(void) {
  struct list *list = hide_pointer(malloc(sizeof *list));
  list->count = 1;
#ifdef FIXED
  list->next = list;
#endif
  int count = list->next->count; //~ ERROR uninitialized-pointer
  free(list);
  return count != 1;
}
