// A scalar is taken for an array of two.
//@ contains: 'value'
#include "hide.h"

int main(void) {
  int value = 1;
  int *pointer = hide_pointer(&value);
  pointer[hide(1)] = 5; //~ ERROR stack-buffer-overflow
  touch(pointer);
  return value == 0;
}
