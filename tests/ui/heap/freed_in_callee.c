// The callee has freed the chunk.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static NOINLINE void finish(int *number, int last) {
  if (last)
    free(number);
}

int main(void) {
  int *number = hide_pointer(malloc(sizeof *number));
  *number = 5;
#ifdef FIXED
  finish(number, hide(0));
  printf("%d\n", *(volatile int *)number);
  finish(number, 1);
#else
  finish(number, hide(1));
  printf("%d\n", *(volatile int *)number); //~ ERROR heap-use-after-free
#endif
  return 0;
}
