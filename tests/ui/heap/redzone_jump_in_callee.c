// The index jumps over the redzone into another chunk, in a function that was given the pointer.
//@ contains: 40-byte region
//@[bad] asan: any the neighbour that is hit is a good block
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static int at(int *numbers, long index) {
  int *start = numbers;
  return start[index]; //~ ERROR heap-buffer-overflow
}

static int hand_on(int *numbers, long index) { return at(numbers, index); }

int main(void) {
  char *around[200];
  for (int i = 0; i < 100; i++)
    around[i] = calloc(1, 4000);
  int *numbers = calloc(10, sizeof *numbers);
  for (int i = 100; i < 200; i++)
    around[i] = calloc(1, 40);
  touch(around);
#ifdef FIXED
  printf("%d\n", at(numbers, 0) + hand_on(numbers, hide(9)));
#else
  printf("%d\n", hand_on(numbers, hide(1000)));
#endif
  for (int i = 0; i < 200; i++)
    free(around[i]);
  free(numbers);
  return 0;
}
