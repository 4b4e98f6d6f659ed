// The byte is good before and after realloc.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int shrink(char *bytes) {
  int sum = bytes[40];
  bytes = realloc(bytes, hide(41));
  sum += bytes[40];
  free(bytes);
  return sum;
}

int main(void) {
  return shrink(hide_pointer(calloc(60, 1))) != 0;
}
