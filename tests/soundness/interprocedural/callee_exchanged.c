// Another file has the definition that counts, and that accesses nothing.
//@ levels: O2
//@ aux: ../aux/put_nothing.c
//@ kills-mutants: interprocedural/callee-replaceable
#include "hide.h"
#include <stdlib.h>

__attribute__((weak)) NOINLINE void put_weakly(long *numbers) { numbers[1] = 7; }

static NOINLINE void both(long *numbers) {
  put_weakly(numbers);
  numbers[1] += 5; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))));
#endif
  return 0;
}
