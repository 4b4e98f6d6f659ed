// A function states that its parameter is an array of four numbers, and gets three.
//@ contains: nothing is read yet: the source states that so many bytes can be
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"
#include <stdlib.h>

__attribute__((noinline)) static int first(const int numbers[static 4]) { //~ ERROR heap-buffer-overflow
  return numbers[hide(0)];
}

int main(void) {
#ifdef FIXED
  int *numbers = calloc(4, sizeof *numbers);
#else
  int *numbers = calloc(3, sizeof *numbers);
#endif
  int number = first(numbers);
  free(numbers);
  return number;
}
