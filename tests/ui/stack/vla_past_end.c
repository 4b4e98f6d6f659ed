// Behind a variable-length array.
#include "hide.h"
#include <stdio.h>

int main(void) {
  long count = hide(10);
  int numbers[count];
  for (long i = 0; i < count; i++)
    numbers[i] = 0;
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(10)]); //~ ERROR dynamic-stack-buffer-overflow
#endif
  return 0;
}
