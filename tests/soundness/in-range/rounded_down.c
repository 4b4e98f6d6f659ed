// The chunk has room for whole groups of four alone.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  unsigned long count = hide(8);
#else
  unsigned long count = hide(7);
#endif
  if (count < 4 || count > 100)
    return 1;
  volatile char *bytes = calloc(count / 4, 4);
  bytes[count - 1] = 1; //~ ERROR heap-buffer-overflow
  return bytes[0] == 77;
}
