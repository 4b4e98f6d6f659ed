// A shift of a negative number to the left.
//@ flags: --check=shift-base
#include "hide.h"

int main(void) {
#ifdef FIXED
  int base = hide(1);
#else
  int base = hide(-1);
#endif
  return (base << 3) == 0; //~ ERROR invalid-shift-base
}
