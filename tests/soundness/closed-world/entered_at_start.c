// The only call passes an index in bounds. The start of the program calls the constructor as well, with the number of arguments, which is 1.
//@ only: hosted start-up code of a board has no arguments
//@ levels: O2
#include "hide.h"

__attribute__((constructor)) static NOINLINE void at(int arguments) {
  volatile char bytes[8] = {0};
#ifdef FIXED
  bytes[6 + arguments] = 1;
#else
  bytes[7 + arguments] = 1; //~ ERROR stack-buffer-overflow
#endif
}

int main(void) {
  at(0);
  return 0;
}
