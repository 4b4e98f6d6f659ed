// A scalar through a pointer.
#include "hide.h"

int main(void) {
  int value = 1;
  int *pointer = hide_pointer(&value);
  pointer[hide(0)] = 5;
  touch(pointer);
  return value == 0;
}
