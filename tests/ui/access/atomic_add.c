// An atomic addition outside.
//@ levels: O2
//@ defines: T=char T=short T=int T=long
#include "hide.h"

static T numbers[5];

int main(void) {
  T *first = hide_pointer(numbers);
#ifdef FIXED
  __atomic_fetch_add(&first[hide(4)], 1, __ATOMIC_SEQ_CST);
#else
  __atomic_fetch_add(&first[hide(5)], 1, __ATOMIC_SEQ_CST); //~ ERROR global-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
