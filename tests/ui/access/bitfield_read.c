// A bit-field in a structure behind the end.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct flags {
  unsigned low : 3, middle : 17, high : 12;
};

int main(void) {
  struct flags *flags = hide_pointer(calloc(5, sizeof *flags));
  touch(flags);
#ifdef FIXED
  printf("%u\n", (unsigned)flags[hide(4)].middle);
#else
  printf("%u\n", (unsigned)flags[hide(5)].middle); //~ ERROR heap-buffer-overflow
#endif
  free(flags);
  return 0;
}
