// Another unit defines the function, too, and its definition counts.
//@ levels: O2
//@ aux: ../aux/returns_more.c
//@ kills-mutants: results/replaceable
#include "hide.h"

__attribute__((weak, noinline)) int limit(int number) { return number & 7; }

static NOINLINE int at(int number) {
  volatile int numbers[8] = {1};
  return numbers[limit(number)]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return at((int)hide(7)) == 77; }
#else
int main(void) { return at((int)hide(9)) == 77; }
#endif
