// A bit-field in the last structure.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct flags {
  unsigned low : 3, middle : 17, high : 12;
};

int main(void) {
  struct flags *flags = hide_pointer(calloc(5, sizeof *flags));
  touch(flags);
  printf("%u\n", (unsigned)flags[hide(4)].middle);
  free(flags);
  return 0;
}
