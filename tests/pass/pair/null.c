// Null is in no object, which only the option's value 2 minds.
//@ flags: -fsanitize=address,pointer-compare,pointer-subtract
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc(10), *none = hide_pointer(0);
  touch(block);
  int before = none < block;
  long distance = block - none;
  touch(&before);
  touch(&distance);
  free(block);
  return 0;
}
