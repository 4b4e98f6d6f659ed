// An argument of main decides where an index is written.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/written-where
#include "hide.h"

static volatile int numbers[8];
static int indices[4];

int main(int count, char **words) {
  volatile int *all = indices;
  all[count & 3] = 8;
#ifdef FIXED
  return numbers[all[2]] == 77;
#else
  return numbers[all[1]] == 77; //~ ERROR global-buffer-overflow
#endif
}
