// Another unit poisons a part of the array that is not read.
//@ levels: O2
//@ aux: ../aux/poisons_number.c
#include "hide.h"
#include <stdint.h>

void poison_number(uintptr_t number, int bytes);

static NOINLINE int at(unsigned long which) {
  volatile int numbers[8] = {1};
  poison_number((uintptr_t)numbers ^ 1, 16);
  if (which >= 8)
    return 0;
  return numbers[which];
}

int main(void) { return at(hide(5)) == 77; }
