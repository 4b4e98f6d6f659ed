// What is freed lies in a variable of another unit, which has kept the address.
//@ levels: O2
//@ aux: ../aux/keeps_number.c
//@ kills-mutants: effects/escaped
#include "hide.h"
#include <stdlib.h>

extern int *kept_elsewhere;
void keep_elsewhere(int *number);

static NOINLINE void drop(void) { free(kept_elsewhere); }

static NOINLINE int twice(int *number) {
  int before = *number;
  drop();
  return before + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = calloc(1, sizeof(int)), *other = calloc(1, sizeof(int));
#ifdef FIXED
  keep_elsewhere(number);
  keep_elsewhere(other);
#else
  keep_elsewhere(other);
  keep_elsewhere(number);
#endif
  return twice(number) == 77;
}
