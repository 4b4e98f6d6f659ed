// What is freed lies in a variable of another unit, which has kept the address of something else.
//@ levels: O2
//@ aux: ../aux/keeps_number.c
#include "hide.h"
#include <stdlib.h>

extern int *kept_elsewhere;
void keep_elsewhere(int *number);

static NOINLINE void drop(void) { free(kept_elsewhere); }

static NOINLINE int twice(int *number) {
  int before = *number;
  drop();
  return before + *number;
}

int main(void) {
  int *number = calloc(1, sizeof(int)), *other = calloc(1, sizeof(int));
  keep_elsewhere(number);
  keep_elsewhere(other);
  return twice(number) == 77;
}
