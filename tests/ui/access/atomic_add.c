// An atomic addition outside.
//@ levels: O2
//@ revisions: T=char T=short T=int T=long
#include "hide.h"

static T numbers[5];

int main(void) {
  T *first = hide_pointer(numbers);
  __atomic_fetch_add(&first[hide(5)], 1, __ATOMIC_SEQ_CST); //~ ERROR global-buffer-overflow
  touch(numbers);
  return 0;
}
