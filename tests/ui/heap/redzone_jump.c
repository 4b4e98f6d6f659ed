// The index jumps over the redzone into another chunk; the function sees which chunk is meant.
//@ contains: 40-byte region
//@[bad] asan: any the neighbour that is hit is a good block
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *around[200];
  for (int i = 0; i < 100; i++)
    around[i] = calloc(1, 4000);
  int *numbers = calloc(10, sizeof *numbers);
  for (int i = 100; i < 200; i++)
    around[i] = calloc(1, 40);
  touch(around);
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(1000)]); //~ ERROR heap-buffer-overflow
#endif
  for (int i = 0; i < 200; i++)
    free(around[i]);
  free(numbers);
  return 0;
}
