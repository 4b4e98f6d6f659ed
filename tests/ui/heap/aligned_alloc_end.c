// Behind an aligned block.
//@ contains: 192-byte region
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(aligned_alloc(64, 192));
  if ((uintptr_t)bytes % 64 != 0)
    return 2;
  bytes[hide(192)] = 1; //~ ERROR heap-buffer-overflow
  touch(bytes);
  free(bytes);
  return 0;
}
