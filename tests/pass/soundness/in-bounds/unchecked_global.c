// Variables that are not to be checked are taken for one array, as linker scripts lay them out.
//@ levels: O2
//@ kills-mutants: object/unchecked
#include "hide.h"

__attribute__((no_sanitize("address"))) static volatile int first = 3, second = 5;
static volatile int numbers[8];

static NOINLINE int next(long n) {
  volatile int *all = &first;
  second = n;
  return all[n & 1] + numbers[n];
}

int main(void) { return next(hide(1)) == 77; }
