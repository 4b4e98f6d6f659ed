// An atomic load from outside.
//@ levels: O2
//@ defines: T=char T=short T=int T=long
#include "hide.h"
#include <stdlib.h>

int main(void) {
  T *numbers = hide_pointer(calloc(5, sizeof *numbers));
#ifdef FIXED
  T loaded = __atomic_load_n(&numbers[hide(4)], __ATOMIC_ACQUIRE);
#else
  T loaded = __atomic_load_n(&numbers[hide(5)], __ATOMIC_ACQUIRE); //~ ERROR heap-buffer-overflow
#endif
  free(numbers);
  return loaded != 0;
}
