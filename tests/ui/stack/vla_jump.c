// An index that lands in another object, beyond the redzone of a variable-length array.
//@ asan: any it knows no bounds of such an array
#include "hide.h"

static NOINLINE void fill(long count, long at) {
  char far[2000];
  int array[count];
  touch(far);
  touch(array);
  array[at] = 1; //~ ERROR dynamic-stack-buffer-overflow
  touch(array);
}

int main(void) {
  fill(hide(10), hide(240));
  return 0;
}
