// All of a variable-length array.
#include "hide.h"
#include <stdio.h>

int main(void) {
  long count = hide(10);
  int numbers[count];
  for (long i = 0; i < count; i++)
    numbers[i] = 0;
  touch(numbers);
  printf("%d\n", numbers[hide(9)]);
  return 0;
}
