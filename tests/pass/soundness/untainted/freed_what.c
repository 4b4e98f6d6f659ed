// An argument of main decides which block is freed: another one.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"
#include <stdlib.h>

int main(int count, char **words) {
  volatile int *numbers = hide_pointer(calloc(8, 4)), *others = hide_pointer(calloc(8, 4));
  free((void *)(count == 2 ? numbers : others));
  return numbers[3] == 77;
}
