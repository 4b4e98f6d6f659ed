// What is called lends the chunk to another unit, which promises to keep no address, and frees.
//@ levels: O2
//@ aux: ../aux/frees_what_is_lent.c
//@ kills-mutants: effects/lent
#include "hide.h"
#include <stdlib.h>

void look(__attribute__((noescape)) int *number, int end);

static NOINLINE void lend(int *number, int end) {
  look(number, end);
  look(&end, 0);
}

static NOINLINE int twice(int *number, int end) {
  int before = *number;
  lend(number, end);
  return before + *number; //~ ERROR heap-use-after-free
}

#ifdef FIXED
int main(void) { return twice(calloc(1, sizeof(int)), (int)hide(0)) == 77; }
#else
int main(void) { return twice(calloc(1, sizeof(int)), (int)hide(1)) == 77; }
#endif
