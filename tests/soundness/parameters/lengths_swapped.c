// Two arrays with their lengths, of which one call has them crossed.
//@ levels: O2
#include "hide.h"

static NOINLINE int all(const int *numbers, long count) {
  int sum = 0;
  for (long i = count; i-- > 0;)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  return sum;
}

int main(void) {
  int few[4] = {0}, many[8] = {0};
  touch(few);
  touch(many);
#ifdef FIXED
  return all(many, hide(8)) + all(few, hide(4)) == 77;
#else
  return all(many, hide(8)) + all(few, hide(5)) == 77;
#endif
}
