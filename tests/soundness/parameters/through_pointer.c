// A static function is called with another length through a pointer.
//@ levels: O2
#include "hide.h"

static NOINLINE int all(const int *numbers, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) {
  int numbers[8] = {0};
  touch(numbers);
  int (*function)(const int *, int) = hide_pointer((void *)all);
  int sum = all(numbers, 8) + all(numbers, 5);
#ifdef FIXED
  return sum + function(numbers, 8) == 77;
#else
  return sum + function(numbers, 9) == 77;
#endif
}
