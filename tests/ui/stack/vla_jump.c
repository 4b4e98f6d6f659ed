// An index that lands in another object, beyond the redzone of a variable-length array.
//@[bad] asan: any it knows no bounds of such an array
#include "hide.h"

static NOINLINE void fill(long count, long at) {
  char far[2000];
  int array[count];
  touch(far);
  touch(array);
  array[at] = 1; //~ ERROR dynamic-stack-buffer-overflow
#ifdef FIXED
  far[at * 200] = 1;
#endif
  touch(array);
}

int main(void) {
#ifdef FIXED
  fill(hide(10), hide(9));
#else
  fill(hide(10), hide(240));
#endif
  return 0;
}
