// Reads the first element of a local array.
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
  printf("%d\n", numbers[hide(0)]);
  return 0;
}
