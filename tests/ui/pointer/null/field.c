// A field of a structure that was not found.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ contains: null pointer
#include "hide.h"
#include <stdlib.h>

struct item {
  long key, value;
  struct item *next;
};

NOINLINE static struct item *find(struct item *first, long key) {
  for (struct item *item = first; item; item = item->next)
    if (item->key == key) return item;
  return NULL;
}

NOINLINE static long value_of(struct item *first, long key) {
  struct item *item = find(first, key);
#ifdef FIXED
  if (!item) return 0;
#endif
  return item->value; //~ ERROR SEGV
}

int main(void) {
  struct item *item = calloc(1, sizeof *item);
  item->key = hide(3);
  return (int)value_of(item, 4);
}
