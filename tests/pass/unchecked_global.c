// Globals for which the source wants no checks may be walked over as one table.
#include "hide.h"

#define UNCHECKED __attribute__((no_sanitize("address"), section(".data.table"), aligned(16)))
UNCHECKED int first[4] = {1, 2, 3, 4};
UNCHECKED int second[4] = {5, 6, 7, 8};

static NOINLINE int read(long index) { return first[index]; }

int main(void) {
  touch(first);
  touch(second);
  int next = read(hide(4));
  return next != 5;
}
