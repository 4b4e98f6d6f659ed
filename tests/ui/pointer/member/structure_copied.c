// A structure is copied to the element behind an array of them.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

struct entry {
  long key, value, more;
};

struct table {
  struct entry entries[2];
  struct entry last;
  int count;
};

NOINLINE static void put(struct table *table, int at, struct entry *entry) {
  table->entries[at] = *entry; //~ ERROR sub-object-overflow
}

int main(void) {
  struct table table = {0};
  struct entry entry = {1, 2, 3};
#ifdef FIXED
  put(&table, 1, &entry);
#else
  put(&table, 2, &entry);
#endif
  return table.count;
}
