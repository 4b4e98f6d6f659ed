// Between two neighbours lies an access that nobody checks, and that does not happen.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long at(long *numbers, int __seg_fs *far) {
  long first = numbers[0];
  if (far)
    *far = 1;
  return first + numbers[1];
}

int main(void) {
  long *numbers = calloc(2, 8);
  numbers[0] = 1;
  return at(numbers, (int __seg_fs *)(hide(0))) == 77;
}
