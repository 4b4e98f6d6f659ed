// The array is defined in another file, with fewer elements than are read.
//@ aux: aux/shared.c
//@ contains: 'shared'
#include "hide.h"
#include <stdio.h>

extern int shared[];

int main(void) {
#ifdef FIXED
  printf("%d\n", shared[hide(5)]);
#else
  printf("%d\n", shared[hide(6)]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
