// The program has a function of its own by a library's name, which frees what is not used again.
//@ levels: O2
//@ aux: ../aux/own_time.c
#include "hide.h"
#include <stdlib.h>

void time(int *block);

int main(void) {
  int *block = calloc(8, sizeof(int));
  block[3] = 1;
  int number = block[3];
  time(block);
  return number == 77;
}
