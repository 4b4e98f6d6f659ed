// What is read from standard input is an index.
//@ levels: O2
//@[bad] asan: any it has no redzone in front of the first variable
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/library-result
#include "hide.h"
#include <stdio.h>

static volatile int numbers[8];

int main(void) {
#ifdef FIXED
  return numbers[getchar() + 1] == 77;
#else
  return numbers[getchar() + 0] == 77; //~ ERROR global-buffer-overflow
#endif
}
