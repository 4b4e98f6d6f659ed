// The distance of two variables has no meaning.
//@ flags: --check=pointer-subtract
#include "hide.h"

int main(void) {
  int one[4], other[4];
#ifdef FIXED
  long distance = &one[hide(4)] - one;
#else
  long distance = &other[hide(4)] - one; //~ ERROR invalid-pointer-pair
#endif
  return one == other || distance == 0;
}
