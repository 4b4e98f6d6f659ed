// Reads the element before a local array.
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
  printf("%d\n", numbers[hide(-1)]); //~ ERROR stack-buffer-underflow
  return 0;
}
