// The same base with several offsets.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int fields(int *numbers) {
  int sum = numbers[0] + numbers[1];
  return sum + numbers[2];
}

int main(void) {
  int *numbers = hide_pointer(calloc(3, sizeof *numbers));
  int sum = fields(numbers);
  free(numbers);
  return sum;
}
