// Reads the element after a global array.
//@ contains: READ of size 4
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int numbers[10];

int main(void) {
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(10)]); //~ ERROR global-buffer-overflow
#endif
  return 0;
}
