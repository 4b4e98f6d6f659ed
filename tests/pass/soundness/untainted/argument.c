// An argument of main is an index that fits.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"

static volatile int numbers[8];

int main(int count, char **words) {
  return numbers[count * 7] == 77;
}
