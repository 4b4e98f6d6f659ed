// A jump back into the loop comes after the array was freed. Where the counter is a register, the jump restores it.
//@ levels: O2
//@ flags: -fno-sanecc-strict
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static NOINLINE long all(int *volatile numbers, long count) {
  volatile long sum = 0;
  volatile int jumped = 0;
  for (long i = 0; i < count; i++) {
    if (i == 5)
      setjmp(place);
    sum += numbers[i]; //~ ERROR heap-use-after-free
  }
#ifdef FIXED
  touch(numbers);
#else
  free(numbers);
#endif
  if (!jumped) {
    jumped = 1;
    longjmp(place, 1);
  }
  return sum;
}

int main(void) {
  int *numbers = hide_pointer(calloc(100, sizeof *numbers));
  return all(numbers, hide(100)) != 0;
}
