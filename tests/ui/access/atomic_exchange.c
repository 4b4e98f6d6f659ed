// A compare and exchange outside.
//@ levels: O2
//@ revisions: T=char T=short T=int T=long
#include "hide.h"
#include <stdlib.h>

int main(void) {
  T *numbers = hide_pointer(calloc(5, sizeof *numbers));
  T expected = 0;
  T *chosen = &numbers[hide(5)];
  int done = __atomic_compare_exchange_n(chosen, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); //~ ERROR heap-buffer-overflow
  free(numbers);
  return !done;
}
