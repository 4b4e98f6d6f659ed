// Under the condition the access would be bad; the condition does not hold then.
#include "hide.h"

static NOINLINE int at(const int *numbers, unsigned long index, unsigned long count) {
  int before = index > 0 && index <= count ? numbers[index - 1] : 0;
  int here = index < count ? numbers[index] : 0;
  return before + here;
}

int main(void) {
  int numbers[5] = {0};
  touch(numbers);
  int sum = 0;
  for (long i = -3; i < 10; i++)
    sum += at(numbers, i, 5);
  return sum;
}
