// An address is read from a text.
//@ levels: O2
//@ kills-mutants: points-to/number
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

static int own[8];

int main(void) {
  char text[32];
  int *block = calloc(8, sizeof(int));
  snprintf(text, sizeof text, "%p", (void *)block);
  int *numbers = hide(1) ? (int *)strtoul(text, 0, 16) : own;
  int first = numbers[3];
#ifdef FIXED
  int sum = first + numbers[3];
  free(block);
  return sum;
#else
  free(block);
  return first + numbers[3]; //~ ERROR heap-use-after-free
#endif
}
