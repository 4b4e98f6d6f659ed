// The last element of variable-length arrays, and what is beyond it of another object.
#include "hide.h"

static NOINLINE void fill(long count, long at) {
  char far[2000];
  int array[count];
  touch(far);
  touch(array);
  array[at] = 1;
  far[at * 200] = 1;
  touch(array);
}

int main(void) {
  fill(hide(10), hide(9));
  return 0;
}
