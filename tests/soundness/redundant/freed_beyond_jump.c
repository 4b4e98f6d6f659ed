// The block is freed where a jump comes from, which lands between two loads in one block of code.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static int *shared;

static NOINLINE void leave(void) {
#ifdef FIXED
  touch(shared);
#else
  free(shared);
#endif
  longjmp(back, 1);
}

static NOINLINE int twice(int *number) {
  int sum = *number;
  int again = setjmp(back);
  sum += *number; //~ ERROR heap-use-after-free
  if (!again)
    leave();
  return sum;
}

int main(void) {
  shared = hide_pointer(calloc(1, sizeof(int)));
  int sum = twice(shared);
#ifdef FIXED
  free(shared);
#endif
  return sum;
}
