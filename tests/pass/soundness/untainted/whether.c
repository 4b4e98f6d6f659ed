// An argument of main decides whether an index is written: it is not.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"

static volatile int numbers[8];
static volatile int index;

int main(int count, char **words) {
  if (count == 2)
    index = 8;
  return numbers[index] == 77;
}
