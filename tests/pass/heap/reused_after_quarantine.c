// A new block, not the freed one.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *first = hide_pointer(malloc(64));
  free(first);
  char *second = hide_pointer(malloc(64));
  second[0] = 1;
  ((volatile char *)second)[0] = 1;
  free(second);
  return 0;
}
