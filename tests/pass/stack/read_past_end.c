// Reads the last element of a local array.
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
  printf("%d\n", numbers[hide(9)]);
  return 0;
}
