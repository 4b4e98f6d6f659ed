// An atomic load.
//@ levels: O2
//@ revisions: T=char T=short T=int T=long
#include "hide.h"
#include <stdlib.h>

int main(void) {
  T *numbers = hide_pointer(calloc(5, sizeof *numbers));
  T loaded = __atomic_load_n(&numbers[hide(4)], __ATOMIC_ACQUIRE);
  free(numbers);
  return loaded != 0;
}
