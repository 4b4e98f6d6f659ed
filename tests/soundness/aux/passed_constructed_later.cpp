// The other unit of passed_constructed_later.cpp.
#include "hide.h"

int value();
static volatile int numbers[8] = {value()};
static volatile int others[8];

static NOINLINE int at(volatile int *from, long n) {
  return from[n & 7]; //~ ERROR initialization-order-fiasco
}

#ifdef FIXED
int sum(long n) { return at(others, n) + (n == 9 ? at(numbers, n) : 0); }
#else
int sum(long n) { return at(others, n) + at(numbers, n); }
#endif
