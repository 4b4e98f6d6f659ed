// The index stays in its array.
#include "hide.h"
#include <stdio.h>

int main(void) {
  int before[3000] = {0};
  int numbers[10] = {0};
  int after[3000] = {0};
  touch(before);
  touch(numbers);
  touch(after);
  printf("%d\n", numbers[hide(9)]);
  return before[0] + after[0];
}
