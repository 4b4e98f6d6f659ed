// An argument of main decides which chunk is freed.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/freed-what
#include "hide.h"
#include <stdlib.h>

int main(int count, char **words) {
  volatile int *numbers = hide_pointer(calloc(8, 4)), *others = hide_pointer(calloc(8, 4));
#ifdef FIXED
  free((void *)(count == 2 ? numbers : others));
#else
  free((void *)(count == 1 ? numbers : others));
#endif
  return numbers[3] == 77; //~ ERROR heap-use-after-free
}
