// Unsigned arithmetic may wrap on the way to a good index.
#include "hide.h"

static NOINLINE int at(const int *numbers, unsigned base, unsigned offset) {
  return numbers[base + offset];
}

static NOINLINE int shifted(const unsigned char *bytes, unsigned long start, unsigned long count) {
  int sum = 0;
  for (unsigned long i = start; i != start + count; i++)
    sum += bytes[i - start];
  return sum;
}

int main(void) {
  int numbers[10] = {0};
  unsigned char bytes[20] = {0};
  numbers[3] = 5;
  touch(numbers);
  touch(bytes);
  int value = at(numbers, hide(4000000000u), (unsigned)hide(294967299u));
  return value - 5 + shifted(bytes, hide(-7), hide(20));
}
