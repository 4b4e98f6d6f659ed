// Another file calls the function, too.
//@ levels: O2
//@ aux: ../aux/caller_of_put.c
#include "hide.h"
#include <stdlib.h>

void call_elsewhere(long *numbers);

NOINLINE void put_here(long *numbers) {
  numbers[1] = 7;
}

static NOINLINE void first(long *numbers) {
  numbers[1] = 5;
  put_here(numbers);
}

int main(void) {
  first(hide_pointer(calloc(2, sizeof(long))));
  call_elsewhere(hide_pointer(calloc(hide(2), sizeof(long))));
  return 0;
}
