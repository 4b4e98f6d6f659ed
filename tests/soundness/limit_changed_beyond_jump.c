// The limit changes before a jump back to behind the comparison.
//@ levels: O2
//@ asan: silent A jump takes the poison off its whole stack.
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;
static int limit;

static NOINLINE void leave(void) {
  limit = 12;
  longjmp(back, 1);
}

static NOINLINE int at(void) {
  int numbers[8] = {0};
  touch(numbers);
  int sum = 0;
  if (limit > 8)
    return 0;
  int again = setjmp(back);
  for (int i = 0; i < limit; i++)
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
  touch(numbers);
  if (!again)
    leave();
  return sum;
}

int main(void) {
  limit = (int)hide(4);
  return at() == 77;
}
