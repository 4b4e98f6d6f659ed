// The index jumps over redzones into another chunk; the pointer lies in a variable, in a member, or is a sum in a second variable.
//@ defines: BY=1 BY=2 BY=3
//@ contains: 40-byte region
//@ asan: any the neighbour that is hit is a good block
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct list {
  int length;
  int *numbers;
};

int main(void) {
  char *around[200];
  for (int i = 0; i < 100; i++)
    around[i] = calloc(1, 4000);
  int *numbers = calloc(10, sizeof *numbers);
  for (int i = 100; i < 200; i++)
    around[i] = calloc(1, 40);
  touch(around);
  touch(numbers);
#if BY == 1
  int *start = numbers;
#elif BY == 2
  struct list list = {10, numbers};
#else
  int skipped = hide(4), *start = numbers + skipped;
#endif
  for (int i = 0; i < 5; i++) {
#ifdef FIXED
    int index = hide(i);
#else
    int index = hide(i < 4 ? i : 1000);
#endif
#if BY == 2
    int *start = list.numbers;
#endif
    printf("%d\n", start[index]); //~ ERROR heap-buffer-overflow
  }
  for (int i = 0; i < 200; i++)
    free(around[i]);
  free(numbers);
  return 0;
}
