// Another file frees what it is given.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/frees_it.c
//@ kills-mutants: untainted/unknown-freed
#include "hide.h"
#include <stdlib.h>

void free_it(void *block);

int main(void) {
  volatile int *numbers = hide_pointer(calloc(8, 4)), *others = hide_pointer(calloc(8, 4));
#ifdef FIXED
  free_it((void *)others);
#else
  free_it((void *)numbers);
#endif
  return numbers[3] == 77; //~ ERROR heap-use-after-free
}
