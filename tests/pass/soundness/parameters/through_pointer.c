// A static function is called with the same length through a pointer.
//@ levels: O2
#include "hide.h"

static NOINLINE int all(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += numbers[i];
  return sum;
}

int main(void) {
  int numbers[8] = {0};
  touch(numbers);
  int (*function)(const int *, int) = hide_pointer((void *)all);
  int sum = all(numbers, 8) + all(numbers, 5);
  return sum + function(numbers, 8) == 77;
}
