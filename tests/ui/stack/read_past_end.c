// Reads the element after a local array.
//@ contains: READ of size 4
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(9)]);
#else
  printf("%d\n", numbers[hide(10)]); //~ ERROR stack-buffer-overflow
#endif
  return 0;
}
