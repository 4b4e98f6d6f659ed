// The index is below a count that changed after the array was made with it.
#include "hide.h"

static NOINLINE int get(int count, long at) {
  int array[count];
  for (int i = 0; i < count; i++)
    array[i] = i;
#ifdef FIXED
  count = 2;
#else
  count = 20;
#endif
  if (at < 0 || at >= count)
    return 0;
  return array[at]; //~ ERROR dynamic-stack-buffer-overflow
}

int main(void) {
  return get((int)hide(5), hide(7)) < 0;
}
