// A loop of four iterations writes beyond a chunk that nobody reads.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  int *numbers = malloc(4 * sizeof *numbers);
#else
  int *numbers = malloc(3 * sizeof *numbers);
#endif
  if (!numbers)
    return 1;
  for (int i = 0; i < 4; i++)
    numbers[i] = i; //~ ERROR heap-buffer-overflow
  free(numbers);
  return 0;
}
