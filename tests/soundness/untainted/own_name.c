// A function of the program's own by a library's name says which index it is.
//@ levels: O2
//@ flags: -fsanecc-taint -Wno-incompatible-library-redeclaration
//@ aux: ../aux/own_hypot.c
#include "hide.h"

static volatile int numbers[8];
int hypot(int side);

int main(void) {
#ifdef FIXED
  return numbers[hypot(-1)] == 77;
#else
  return numbers[hypot(0)] == 77; //~ ERROR global-buffer-overflow
#endif
}
