// A jump lands between two loads of a block that is freed afterwards.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf back;
static int *shared;

static NOINLINE void leave(void) {
  touch(shared);
  longjmp(back, 1);
}

static NOINLINE int twice(int *number) {
  int sum = *number;
  int again = setjmp(back);
  sum += *number;
  if (!again)
    leave();
  return sum;
}

int main(void) {
  shared = hide_pointer(calloc(1, sizeof(int)));
  int sum = twice(shared);
  free(shared);
  return sum;
}
