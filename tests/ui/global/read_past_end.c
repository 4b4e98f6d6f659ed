// Reads the element after a global array.
//@ contains: READ of size 4
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int numbers[10];

int main(void) {
  printf("%d\n", numbers[hide(10)]); //~ ERROR global-buffer-overflow
  return 0;
}
