// The chunk is freed on a way that leads back by a jump.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <setjmp.h>

static jmp_buf place;

#ifdef FIXED
static NOINLINE void leave(volatile int *block) {
  block[1] = 2;
#else
static NOINLINE void drop(volatile int *block) {
  free((void *)block);
#endif
  longjmp(place, 1);
}

int main(void) {
  volatile int *volatile kept = malloc(hide(4) * sizeof(int));
  volatile int *block = kept;
  block[0] = 1;
  if (setjmp(place) == 0)
#ifdef FIXED
    leave(block);
  int sum = block[0] + block[1];
  free((void *)block);
  return sum != 3;
#else
    drop(block);
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
