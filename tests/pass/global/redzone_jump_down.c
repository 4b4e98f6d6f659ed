// The index stays in its array.
#include "hide.h"

static int before[3000] = {1}, numbers[10] = {1}, after[3000] = {1};

int main(void) {
  touch(before);
  touch(after);
  touch(numbers);
  numbers[hide(0)] = 1;
  touch(numbers);
  return 0;
}
