// Another unit poisons a part of a local that is not read.
//@ levels: O2
//@ aux: ../aux/poison.c
#include "hide.h"

void poison_elsewhere(void *start, unsigned long size);

static NOINLINE int at(long which) {
  int numbers[8] = {1};
  touch(numbers);
  int sum = numbers[which];
  poison_elsewhere(numbers, 16);
  return sum + numbers[which];
}

int main(void) { return at(hide(5)) == 77; }
