// Which of two chunks comes first is nobody's to ask.
//@ flags: -fsanitize=address,pointer-compare
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *one = malloc(40), *other = malloc(4000);
  touch(one);
  touch(other);
  int before = one < one + 40 && other <= other + 4000;
#ifdef FIXED
  before += one != other;
#else
  before += one > other; //~ ERROR invalid-pointer-pair
#endif
  touch(&before);
  free(one);
  free(other);
  return 0;
}
