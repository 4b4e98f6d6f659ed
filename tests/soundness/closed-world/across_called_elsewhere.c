// Another file calls the function with what nobody has accessed.
//@ levels: O2
//@ aux: ../aux/caller_of_put.c
//@ kills-mutants: closed-world/local
#include "hide.h"
#include <stdlib.h>

void call_elsewhere(long *numbers);

NOINLINE void put_here(long *numbers) {
  numbers[1] = 7; //~ ERROR heap-buffer-overflow
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put_here(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
#ifdef FIXED
  call_elsewhere(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  call_elsewhere(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
