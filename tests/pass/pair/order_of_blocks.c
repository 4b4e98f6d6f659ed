// Order within a block, up to the byte behind its last.
//@ flags: -fsanitize=address,pointer-compare
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *one = malloc(40), *other = malloc(4000);
  touch(one);
  touch(other);
  int before = one < one + 40 && other <= other + 4000;
  before += one != other;
  touch(&before);
  free(one);
  free(other);
  return 0;
}
