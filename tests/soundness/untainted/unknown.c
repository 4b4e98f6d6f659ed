// Another file says which index it is.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/gives_back.c
//@ kills-mutants: untainted/unknown-result
#include "hide.h"

static volatile int numbers[8];
int which(int number);

int main(void) {
#ifdef FIXED
  return numbers[which(7)] == 77;
#else
  return numbers[which(8)] == 77; //~ ERROR global-buffer-overflow
#endif
}
