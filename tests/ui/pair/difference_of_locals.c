// How far two variables are from each other has no meaning.
//@ flags: -fsanitize=address,pointer-subtract
//@ options: detect_invalid_pointer_pairs=1
#include "hide.h"

int main(void) {
  char one[500], other[8];
  touch(one);
  touch(other);
  long distance = &one[hide(500)] - one;
#ifdef FIXED
  distance += &other[8] - other;
#else
  distance += other - one; //~ ERROR invalid-pointer-pair
#endif
  touch(&distance);
  return 0;
}
