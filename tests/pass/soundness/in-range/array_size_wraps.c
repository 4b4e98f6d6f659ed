// The index is below the count of the array.
#include "hide.h"

static NOINLINE int get(unsigned long count, unsigned long at) {
  int array[count];
  touch(array);
  if (at >= count)
    return 0;
  array[at] = 1;
  touch(array);
  return 0;
}

int main(void) {
  return get((unsigned long)hide(3), hide(2));
}
