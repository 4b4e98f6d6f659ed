// Another file has another definition of a function.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/gives_back.c
//@ kills-mutants: untainted/replaceable
#include "hide.h"

static volatile int numbers[8];

__attribute__((weak)) int which(int number) { return 3; }

int main(void) {
#ifdef FIXED
  return numbers[which(7)] == 77;
#else
  return numbers[which(8)] == 77; //~ ERROR global-buffer-overflow
#endif
}
