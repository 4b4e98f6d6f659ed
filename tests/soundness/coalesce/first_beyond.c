// Of several adjacent accesses the one in front lies before the object; it is the second that is written.
//@ only: 64-bit it counts on a long of 64 bits
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
  three->first = value; //~ ERROR heap-buffer-overflow
  three->third = (int)value;
}

int main(void) {
  char *block = hide_pointer(calloc(1, 40));
#ifdef FIXED
  all((struct three *)(block + hide(16)), 1);
#else
  all((struct three *)(block + hide(-8)), 1);
#endif
  touch(block);
  free(block);
  return 0;
}
