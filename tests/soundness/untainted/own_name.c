// A function of the program's own by a library's name says which index it is.
//@ levels: O2
//@ flags: -fsanecc-taint -Wno-incompatible-library-redeclaration
//@ aux: ../aux/own_hypot.c
#include "hide.h"

static volatile int numbers[8];
int hypot(int side);

int main(void) {
  return numbers[hypot(0)] == 77; //~ ERROR global-buffer-overflow
}
