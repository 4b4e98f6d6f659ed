// Reads the element after a local array.
//@ contains: READ of size 4
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
  printf("%d\n", numbers[hide(10)]); //~ ERROR stack-buffer-overflow
  return 0;
}
