// What is called jumps back.
//@ levels: O2
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static NOINLINE void drop(volatile int *block) {
  block[1] = 2;
  longjmp(place, 1);
}

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  if (setjmp(place) == 0)
    drop(block);
  return block[hide(1)] == 77;
}
