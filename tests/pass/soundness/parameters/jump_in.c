// One of the calls stands in a function that can be jumped back into.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;

static NOINLINE int at(unsigned long index) {
  volatile int numbers[8] = {1};
  return numbers[index];
}

static NOINLINE int jumping(unsigned long index) {
  if (setjmp(back))
    return 3;
  return at(index);
}

int main(void) {
  unsigned long index = (unsigned long)hide(3);
  int sum = index < 8 ? at(index) : 0;
  return sum + jumping(hide(7)) == 77;
}
