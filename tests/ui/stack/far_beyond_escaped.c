// The index leads far beyond an array whose address has escaped: no function ever had what lies there.
//@ only: hosted the stack of a board has no slots of its own for objects
//@ contains: 'numbers'
//@ defines: INDEX=20 INDEX=60 INDEX=150
//@ asan: any what lies there is another slot of its fake stack
#include "hide.h"

int *kept;

NOINLINE static int element(const int *first, long index) {
  return first[index]; //~ ERROR stack-buffer-overflow
}

NOINLINE static int look(long index) {
  int numbers[10] = {0};
  kept = numbers;
  touch(numbers);
  return element(numbers, index);
}

int main(void) {
#ifdef FIXED
  return look(hide(INDEX % 10)) == 77;
#else
  return look(hide(INDEX)) == 77;
#endif
}
