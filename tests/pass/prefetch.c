// A prefetch and an address are no accesses.
#include "hide.h"
#include <stdlib.h>

struct record {
  long first, second;
};

int main(void) {
  struct record *records = malloc(3 * sizeof *records);
  touch(records);
  __builtin_prefetch(records + hide(3));
  long *address = &records[hide(3)].second;
  touch(&address);
  long distance = (char *)address - (char *)records;
  free(records);
  return distance != 3 * sizeof *records + sizeof(long);
}
