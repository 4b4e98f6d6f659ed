// Another unit poisons a part of the array that is not read.
//@ levels: O2
//@ aux: ../aux/poisons_by_handle.c
#include "hide.h"

static int numbers[8];
int *handle = numbers;
void poison_handle(int bytes);

static NOINLINE int at(unsigned long which) {
  if (which >= 8)
    return 0;
  return numbers[which];
}

int main(void) {
  numbers[hide(7)] = 3;
  poison_handle(16);
  return at(hide(5)) == 77;
}
