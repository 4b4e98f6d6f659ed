// Another file writes an index where it is told to.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/writes.c
//@ kills-mutants: untainted/unknown-lent
#include "hide.h"

static volatile int numbers[8];
void write_to(__attribute__((noescape)) int *place, int number);

int main(void) {
  int index = 3;
#ifdef FIXED
  write_to(&index, 7);
#else
  write_to(&index, 8);
#endif
  return numbers[index] == 77; //~ ERROR global-buffer-overflow
}
