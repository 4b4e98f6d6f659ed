// Behind an aligned chunk.
//@ contains: 192-byte region
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(aligned_alloc(64, 192));
  if ((uintptr_t)bytes % 64 != 0)
    return 2;
#ifdef FIXED
  bytes[hide(191)] = 1;
#else
  bytes[hide(192)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
