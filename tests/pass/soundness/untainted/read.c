// What is read from standard input decides nothing.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"
#include <stdio.h>

static volatile int numbers[8];

int main(void) {
  return numbers[getchar() + 1] == 77;
}
