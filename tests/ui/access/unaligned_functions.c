// What the sanitizers' functions for unaligned memory read and write is checked.
//@ revisions: LOAD=1 LOAD=0
//@ contains: of size 4
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
  char *block = calloc(1, 16), *end = hide_pointer(block + 13);
  __sanitizer_unaligned_store32(end - 1, __sanitizer_unaligned_load16(end + 1));
  if (LOAD) touch(block + __sanitizer_unaligned_load32(end)); else __sanitizer_unaligned_store32(end, 1); //~ ERROR heap-buffer-overflow
  free(block);
  return 0;
}
