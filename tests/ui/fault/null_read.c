// A null pointer is read.
//@ contains: Hint: address points to the zero page: a null pointer.
#include "hide.h"

int main(void) {
  int number = 0;
#ifdef FIXED
  int *pointer = hide(1) ? &number : &number;
#else
  int *pointer = hide(1) ? (int *)0 : &number;
#endif
  touch(&number);
  return *(volatile int *)pointer; //~ ERROR SEGV
}
