// A null pointer is in no object: with the option's value 2.
//@ flags: -fsanitize=address,pointer-compare
//@ options: detect_invalid_pointer_pairs=2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = malloc(10), *none = hide_pointer(0);
  touch(block);
  int before = none < block; //~ ERROR invalid-pointer-pair
  touch(&before);
  free(block);
  return 0;
}
