// Nothing is freed on a way that leads back by a jump.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <setjmp.h>

static jmp_buf place;

static NOINLINE void leave(volatile int *block) {
  block[1] = 2;
  longjmp(place, 1);
}

int main(void) {
  volatile int *volatile kept = malloc(hide(4) * sizeof(int));
  volatile int *block = kept;
  block[0] = 1;
  if (setjmp(place) == 0)
    leave(block);
  int sum = block[0] + block[1];
  free((void *)block);
  return sum != 3;
}
