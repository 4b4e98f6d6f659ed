// An argument of main decides whether a block is freed: it is not.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"
#include <stdlib.h>

int main(int count, char **words) {
  volatile int *numbers = hide_pointer(calloc(8, 4));
  if (count == 2)
    free((void *)numbers);
  return numbers[3] == 77;
}
