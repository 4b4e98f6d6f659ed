// Reads the element before a local array.
//@ contains: 'numbers'
#include "hide.h"
#include <stdio.h>

int main(void) {
  int numbers[10] = {0};
  touch(numbers);
#ifdef FIXED
  printf("%d\n", numbers[hide(0)]);
#else
  printf("%d\n", numbers[hide(-1)]); //~ ERROR stack-buffer-underflow
#endif
  return 0;
}
