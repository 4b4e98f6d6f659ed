// The other unit of constructed_later.cpp.
#include "hide.h"

int value();
static volatile int numbers[8] = {value()};
#ifdef FIXED
static volatile int others[8];
#endif

int sum(long n) {
#ifdef FIXED
  return n == 9 ? numbers[n & 7] : others[n & 7];
#else
  return numbers[n & 7]; //~ ERROR initialization-order-fiasco
#endif
}
