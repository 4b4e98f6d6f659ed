// Reads a chunk after it was freed.
//@ contains: READ of size 4
//@ contains: freed by thread
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int *number = hide_pointer(malloc(sizeof *number));
  *number = 5;
#ifdef FIXED
  printf("%d\n", *(volatile int *)number);
  free(number);
#else
  free(number);
  printf("%d\n", *(volatile int *)number); //~ ERROR heap-use-after-free
#endif
  return 0;
}
