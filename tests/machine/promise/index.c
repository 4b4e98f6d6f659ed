// An index beyond an array, though the address is only computed.
//@ flags: --check=bounds,pointer-overflow,float-cast-overflow,null
#include "hide.h"

int main(void) {
  int numbers[4] = {0};
#ifdef FIXED
  int *number = &numbers[hide(3)];
#else
  int *number = &numbers[hide(5)]; //~ ERROR out-of-bounds-index
#endif
  return number == 0;
}
