// The other block is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile char *first = malloc(8), *second = malloc(8);
  first[0] = second[0] = 1;
  free((void *)(hide(0) ? first : second));
  int sum = first[0];
  free((void *)first);
  return sum == 77;
}
