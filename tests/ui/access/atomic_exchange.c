// A compare and exchange outside.
//@ levels: O2
//@ defines: T=char T=short T=int T=long
#include "hide.h"
#include <stdlib.h>

int main(void) {
  T *numbers = hide_pointer(calloc(5, sizeof *numbers));
  T expected = 0;
#ifdef FIXED
  T *chosen = &numbers[hide(4)];
#else
  T *chosen = &numbers[hide(5)];
#endif
  int done = __atomic_compare_exchange_n(chosen, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); //~ ERROR heap-buffer-overflow
  free(numbers);
  return !done;
}
