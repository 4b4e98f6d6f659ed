// The other unit of constructed_later.cpp.
#include "hide.h"

int value();
static volatile int numbers[8] = {value()};

int sum(long n) {
  return numbers[n & 7]; //~ ERROR initialization-order-fiasco
}
