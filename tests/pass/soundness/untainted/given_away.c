// Another file frees something else.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/frees_it.c
#include "hide.h"
#include <stdlib.h>

void free_it(void *block);

int main(void) {
  volatile int *numbers = hide_pointer(calloc(8, 4)), *others = hide_pointer(calloc(8, 4));
  free_it((void *)others);
  return numbers[3] == 77;
}
