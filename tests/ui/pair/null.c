// A null pointer is in no object: with the option's value 2.
//@[bad] flags: -fsanitize=address,pointer-compare
//@[fixed] flags: -fsanitize=address,pointer-compare,pointer-subtract
//@[bad] options: detect_invalid_pointer_pairs=2
//@[fixed] options: detect_invalid_pointer_pairs=1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc(10), *none = hide_pointer(0);
  touch(block);
  int before = none < block; //~ ERROR invalid-pointer-pair
#ifdef FIXED
  long distance = block - none;
  touch(&before);
  touch(&distance);
#else
  touch(&before);
#endif
  free(block);
  return 0;
}
