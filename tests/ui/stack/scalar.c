// A scalar is taken for an array of two.
//@ contains: 'value'
#include "hide.h"

int main(void) {
  int value = 1;
  int *pointer = hide_pointer(&value);
#ifdef FIXED
  pointer[hide(0)] = 5;
#else
  pointer[hide(1)] = 5; //~ ERROR stack-buffer-overflow
#endif
  touch(pointer);
  return value == 0;
}
