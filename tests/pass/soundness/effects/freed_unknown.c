// What is written, and where, nobody knows: the block comes from another unit.
//@ levels: O2
//@ aux: ../aux/gives_block.c
#include "hide.h"
#include <stdlib.h>

int *give(void);

static NOINLINE void drop(int *number) { *number = 3; }

static NOINLINE int twice(int *number) {
  int before = *number;
  drop(number);
  return before + *number;
}

int main(void) { return twice(give()) == 77; }
