// An atomic addition.
//@ levels: O2
//@ revisions: T=char T=short T=int T=long
#include "hide.h"

static T numbers[5];

int main(void) {
  T *first = hide_pointer(numbers);
  __atomic_fetch_add(&first[hide(4)], 1, __ATOMIC_SEQ_CST);
  touch(numbers);
  return 0;
}
