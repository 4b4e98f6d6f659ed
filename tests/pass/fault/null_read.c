// A pointer that is not null is read.
#include "hide.h"

int main(void) {
  int number = 0;
  int *pointer = hide(1) ? &number : &number;
  touch(&number);
  return *(volatile int *)pointer;
}
