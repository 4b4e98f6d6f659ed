// An argument of main decides where an index is written: elsewhere.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"

static volatile int numbers[8];
static int indices[4];

int main(int count, char **words) {
  volatile int *all = indices;
  all[count & 3] = 8;
  return numbers[all[2]] == 77;
}
