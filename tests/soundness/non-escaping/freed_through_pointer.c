// Which of two functions is called is chosen at run time; one frees the chunk.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE void keep(volatile int *block) { block[1] = 2; }
#ifdef FIXED
static NOINLINE void count(volatile int *block) { block[1] = block[0] + 1; }
static void (*const ways[])(volatile int *) = {keep, count};
#else
static NOINLINE void drop(volatile int *block) { free((void *)block); }
static void (*const ways[])(volatile int *) = {keep, drop};
#endif

int main(void) {
  volatile int *block = malloc(hide(4) * sizeof *block);
  block[0] = 1;
  ways[hide(1)](block);
#ifdef FIXED
  int sum = block[0] + block[1];
  free((void *)block);
  return sum != 3;
#else
  return block[0] == 77; //~ ERROR heap-use-after-free
#endif
}
