// An index leads from a chunk to a variable of a caller.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: after object that the pointer was derived from
//@ contains: 'rights'
#include "hide.h"
#include <stdlib.h>

struct list {
  long *items;
  long count;
};

NOINLINE static void set(struct list *list, long index, long value) {
  list->items[index] = value; //~ ERROR cross-object-access
}

NOINLINE static void use(struct list *list, long *rights) {
  long index = rights - (long *)hide_pointer(list->items);
#ifdef FIXED
  index %= list->count;
#endif
  set(list, index, 7);
}

int main(void) {
  long rights[4] = {0};
  struct list list = {malloc(4 * sizeof(long)), 4};
  use(&list, rights);
  free(list.items);
  return rights[0] != 0;
}
