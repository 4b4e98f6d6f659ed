// The chunk is freed before a jump back to where it was accessed only after the first return.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;

static NOINLINE void leave(int *number) {
  free(number);
  longjmp(back, 1);
}

static NOINLINE int turns(int *number, long again) {
  volatile int sum = 0;
  if (setjmp(back) == 0) {
    sum = *number;
    leave(number);
  }
  if (again)
    sum += *number; //~ ERROR heap-use-after-free
  return sum;
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
#ifdef FIXED
  return turns(number, hide(0));
#else
  return turns(number, hide(1));
#endif
}
