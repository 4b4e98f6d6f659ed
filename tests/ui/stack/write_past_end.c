// Writes the element after a local array.
//@ contains: WRITE of size 8
//@ contains: 'numbers'
#include "hide.h"

int main(void) {
  long numbers[4];
  numbers[hide(4)] = 1; //~ ERROR stack-buffer-overflow
  touch(numbers);
  return 0;
}
