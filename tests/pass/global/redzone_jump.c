// The index stays in its array.
#include "hide.h"
#include <stdio.h>

static int before[3000] = {1}, numbers[10] = {1}, after[3000] = {1};

int main(void) {
  touch(before);
  touch(after);
  touch(numbers);
  printf("%d\n", numbers[hide(9)]);
  return 0;
}
