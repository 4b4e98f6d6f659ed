// The distance within a variable.
//@ flags: -fsanitize=address,pointer-subtract
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"

int main(void) {
  char one[500], other[8];
  touch(one);
  touch(other);
  long distance = &one[hide(500)] - one;
  distance += &other[8] - other;
  touch(&distance);
  return 0;
}
