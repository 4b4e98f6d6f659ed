// The block has room for whole groups of four, and that is enough.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  unsigned long count = hide(8);
  if (count < 4 || count > 100)
    return 1;
  volatile char *bytes = calloc(count / 4, 4);
  bytes[count - 1] = 1;
  return bytes[0] == 77;
}
