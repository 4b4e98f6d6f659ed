// Reads before a global array.
#include "hide.h"
#include <stdio.h>

int before[10] = {1}, numbers[10] = {1}, after[10] = {1};

int main(void) {
#ifdef FIXED
  printf("%d %d %d\n", before[0], numbers[hide(0)], after[0]);
#else
  printf("%d %d %d\n", before[0], numbers[hide(-1)], after[0]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
