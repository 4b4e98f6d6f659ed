// The loop ends where the index equals the limit, and jumps over it.
//@ levels: O2
//@ kills-mutants: facts/differs-one-way in-range/guessed-relation
#include "hide.h"

static NOINLINE int at(long n) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  if (n <= 8)
    for (long i = 0; i != n; i += 2)
      sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(8)) == 77; }
#else
int main(void) { return at(hide(7)) == 77; }
#endif
