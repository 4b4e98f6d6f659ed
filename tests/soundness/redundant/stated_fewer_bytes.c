// The stated size of a parameter covers three numbers; the fourth is checked.
#include "hide.h"
#include <stdlib.h>

__attribute__((noinline)) static int last(const int numbers[static 3]) {
#ifdef FIXED
  return numbers[2];
#else
  return numbers[3]; //~ ERROR heap-buffer-overflow
#endif
}

int main(void) {
  int *numbers = calloc(3, sizeof *numbers);
  touch(numbers);
  int number = last(numbers);
  free(numbers);
  return number;
}
