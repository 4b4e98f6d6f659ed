// Another file writes an index where it is told to, and it fits.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/writes.c
#include "hide.h"

static volatile int numbers[8];
void write_to(__attribute__((noescape)) int *place, int number);

int main(void) {
  int index = 3;
  write_to(&index, 7);
  return numbers[index] == 77;
}
