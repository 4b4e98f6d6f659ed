// An atomic store to the outside.
//@ levels: O2
//@ defines: T=char T=short T=int T=long
#include "hide.h"

int main(void) {
  T numbers[5] = {0};
  touch(numbers);
#ifdef FIXED
  __atomic_store_n(&numbers[hide(4)], 1, __ATOMIC_RELEASE);
#else
  __atomic_store_n(&numbers[hide(5)], 1, __ATOMIC_RELEASE); //~ ERROR stack-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
