// A sum that its type cannot hold.
//@ flags: --check=signed-integer-overflow
#include "hide.h"
#include <limits.h>

int main(void) {
  int most = hide(INT_MAX);
#ifdef FIXED
  return (int)((unsigned)most + 1) == INT_MIN ? 0 : 1;
#else
  return most + 1 == INT_MIN ? 0 : 1; //~ ERROR signed-integer-overflow
#endif
}
