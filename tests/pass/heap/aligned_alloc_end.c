// Within an aligned block.
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(aligned_alloc(64, 192));
  if ((uintptr_t)bytes % 64 != 0)
    return 2;
  bytes[hide(191)] = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
