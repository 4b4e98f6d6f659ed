// Another file has another definition of a function, whose result fits.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/gives_back.c
#include "hide.h"

static volatile int numbers[8];

__attribute__((weak)) int which(int number) { return 3; }

int main(void) {
  return numbers[which(7)] == 77;
}
