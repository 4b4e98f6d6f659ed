// The program has a function of its own by a library's name.
//@ levels: O2
//@ aux: ../aux/own_time.c
//@ kills-mutants: model/prototype
#include "hide.h"
#include <stdlib.h>

void time(int *block);

int main(void) {
  int *block = calloc(8, sizeof(int));
  block[3] = 1;
#ifdef FIXED
  int number = block[3];
  time(block);
  return number == 77;
#else
  time(block);
  return block[3] == 77; //~ ERROR heap-use-after-free
#endif
}
