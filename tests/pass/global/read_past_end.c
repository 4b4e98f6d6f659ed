// Reads the last element of a global array.
#include "hide.h"
#include <stdio.h>

int numbers[10];

int main(void) {
  printf("%d\n", numbers[hide(9)]);
  return 0;
}
