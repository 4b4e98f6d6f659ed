// An atomic store.
//@ levels: O2
//@ revisions: T=char T=short T=int T=long
#include "hide.h"

int main(void) {
  T numbers[5] = {0};
  touch(numbers);
  __atomic_store_n(&numbers[hide(4)], 1, __ATOMIC_RELEASE);
  touch(numbers);
  return 0;
}
