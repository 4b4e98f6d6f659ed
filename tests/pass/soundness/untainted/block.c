// An argument of main decides whether there is an access, which fits.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"

static volatile int numbers[8];

int main(int count, char **words) {
  if (count == 1)
    return numbers[7] == 77;
  return 0;
}
