// A shift by as many bits as the type has.
//@ flags: --check=shift
#include "hide.h"

int main(void) {
  unsigned one = 1;
#ifdef FIXED
  return (one << hide(31)) == 0;
#else
  return (one << hide(32)) == 0; //~ ERROR invalid-shift-exponent
#endif
}
