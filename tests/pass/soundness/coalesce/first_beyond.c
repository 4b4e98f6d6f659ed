// Neighbours are written from the middle on.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct three {
  long first;
  long second;
  int third;
};

static NOINLINE void all(struct three *three, long value) {
  three->second = value;
  three->first = value;
  three->third = (int)value;
}

int main(void) {
  char *block = hide_pointer(calloc(1, 40));
  all((struct three *)(block + hide(16)), 1);
  touch(block);
  free(block);
  return 0;
}
