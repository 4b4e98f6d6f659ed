// Reads in the middle of a block that was freed, of which there is neither memory nor shadow any more.
//@ contains: 1073741824-byte region
//@ contains: freed by thread T0 here
//@ contains: previously allocated by thread T0 here
#include "hide.h"
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 30;
  char *block = hide_pointer(malloc(size));
  if (!block)
    return 0;
  block[size / 2] = 1;
  free(block);
  return *(volatile char *)(block + hide(size / 2)); //~ ERROR heap-use-after-free
}
