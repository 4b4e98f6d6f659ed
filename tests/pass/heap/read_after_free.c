// Reads a block before it is freed.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *number = hide_pointer(malloc(sizeof *number));
  *number = 5;
  printf("%d\n", *(volatile int *)number);
  free(number);
  return 0;
}
