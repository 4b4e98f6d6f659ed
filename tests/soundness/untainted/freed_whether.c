// An argument of main decides whether a chunk is freed.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/freed untainted/freed-whether
#include "hide.h"
#include <stdlib.h>

int main(int count, char **words) {
  volatile int *numbers = hide_pointer(calloc(8, 4));
#ifdef FIXED
  if (count == 2)
#else
  if (count == 1)
#endif
    free((void *)numbers);
  return numbers[3] == 77; //~ ERROR heap-use-after-free
}
