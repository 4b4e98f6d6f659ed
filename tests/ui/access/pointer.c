// Loads a pointer from outside.
//@ only: 64-bit the size of a pointer
//@ contains: READ of size 8
#include "hide.h"

int main(void) {
  void *pointers[3] = {0};
  touch(pointers);
#ifdef FIXED
  return pointers[hide(2)] == (void *)1;
#else
  return pointers[hide(3)] == (void *)1; //~ ERROR stack-buffer-overflow
#endif
}
