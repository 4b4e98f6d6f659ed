// Another unit defines the function, too, and what it yields fits.
//@ levels: O2
//@ aux: ../aux/returns_more.c
#include "hide.h"

__attribute__((weak, noinline)) int limit(int number) { return number & 7; }

static NOINLINE int at(int number) {
  volatile int numbers[8] = {1};
  return numbers[limit(number)];
}

int main(void) { return at((int)hide(7)) == 77; }
