// What the sanitizers' functions for unaligned memory read and write is checked.
//@[bad] defines: LOAD=1 LOAD=0
//@ contains: of size 4
#include "hide.h"
#include <sanitizer/common_interface_defs.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *block = calloc(1, 16), *start = hide_pointer(block + 1);
  __sanitizer_unaligned_store64(start, 0x1122334455667788);
  __sanitizer_unaligned_store32(start + 11, 0x99aabbcc);
  __sanitizer_unaligned_store16(start + 9, 0xddee);
  int wrong = __sanitizer_unaligned_load64(start) != 0x1122334455667788 ||
              __sanitizer_unaligned_load32(start + 11) != 0x99aabbcc || __sanitizer_unaligned_load16(start + 9) != 0xddee;
  free(block);
  return wrong;
#else
  char *block = calloc(1, 16), *end = hide_pointer(block + 13);
  __sanitizer_unaligned_store32(end - 1, __sanitizer_unaligned_load16(end + 1));
  if (LOAD) touch(block + __sanitizer_unaligned_load32(end)); else __sanitizer_unaligned_store32(end, 1); //~ ERROR heap-buffer-overflow
  free(block);
  return 0;
#endif
}
