// Another unit poisons a part of the array that is not read.
//@ levels: O2
//@ aux: ../aux/poisons_by_name.c
#include "hide.h"

int shared_numbers[8];
void poison_shared(int bytes);

static NOINLINE int at(unsigned long which) {
  if (which >= 8)
    return 0;
  return shared_numbers[which];
}

int main(void) {
  poison_shared(16);
  return at(hide(5)) == 77;
}
