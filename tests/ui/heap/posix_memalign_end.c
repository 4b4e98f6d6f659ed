// Behind a chunk of 5 bytes on a page boundary.
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  void *block;
  if (posix_memalign(&block, 4096, 5) != 0 || (uintptr_t)block % 4096 != 0)
    return 2;
  char *bytes = hide_pointer(block);
#ifdef FIXED
  bytes[hide(4)] = 1;
#else
  bytes[hide(5)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(block);
  return 0;
}
