// No machine has so much memory, and the program's options say that this is an error.
//@ options: allocator_may_return_null=0
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc((size_t)hide(1L << 60)); //~ ERROR allocation-size-too-big
  touch(block);
  return 0;
}
