// Variables that keep addresses of arrays in structures, go back to the structure, or are given another address.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stddef.h>
#include <string.h>

struct item {
  char key[8];
  int values[4];
  struct item *next;
  int last;
};

struct larger {
  char bytes[20];
  int more;
};

NOINLINE static int structure_of(struct item *item) {
  int *values = item->values;
  struct item *same = (struct item *)((char *)values - offsetof(struct item, values));
  char *key = item->key;
  struct item *again = (struct item *)key;
  struct larger *view = (struct larger *)key;
  return same->last + again->values[3] + again->last + view->more + view->bytes[hide(19)];
}

NOINLINE static int other_address(struct item *item, int which) {
  int *values = item->values, *own = &item->last;
  if (which)
    values = own;
  int sum = values[0];
  for (values = item->values; values < item->values + 4; values++)
    sum += *values;
  int *end = &item->values[4];
  while (end > item->values)
    sum += *--end;
  return sum;
}

NOINLINE static int again(struct item *items, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    int *values = items[i].values + i;
    for (int k = 0; k + i < 4; k++)
      sum += values[k] + values[-0];
    int index = i;
    int *one = &items->values[index];
    index = 100;
    sum += *one + (index != 100);
  }
  return sum;
}

NOINLINE static void cleared(struct item *item) {
  char *key = item->key;
  memset(key, 0, sizeof *item);
  int *values = item->values;
  memset(values, 0, sizeof *item - offsetof(struct item, values));
  memset(values + 2, 0, 2 * sizeof *values);
}

int main(void) {
  struct item items[4];
  memset(items, 0, sizeof items);
  touch(items);
  cleared(&items[hide(1)]);
  return structure_of(items) + other_address(items, hide(1)) + other_address(items, hide(0)) +
         again(items, hide(4));
}
