// No machine has so much memory, and the program's options say that this is an error.
//@ only: 64-bit a size of 32 bits is never absurd
//@[bad] options: allocator_may_return_null=0
//@[fixed] options: allocator_may_return_null=1
//@[fixed] asan: any it warns on stderr
#include "hide.h"
#ifdef FIXED
#include <errno.h>
#endif
#include <stdlib.h>

int main(void) {
  char *block = malloc((size_t)hide(1L << 60)); //~ ERROR allocation-size-too-big
  touch(block);
#ifdef FIXED
  return block != NULL || errno != ENOMEM;
#else
  return 0;
#endif
}
