// What is called frees the chunk and jumps back, and the compiler is told not to believe in names.
//@ levels: O2
//@ flags: -fno-builtin
#include "hide.h"
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf place;

static NOINLINE void drop(volatile int *block) {
#ifdef FIXED
  block[1] = 2;
#else
  free((void *)block);
#endif
  longjmp(place, 1);
}

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  if (setjmp(place) == 0)
    drop(block);
  return block[hide(1)] == 77; //~ ERROR heap-use-after-free
}
