// A block of so many bytes that a place far behind the beginning is inside of it.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(calloc(150101, 1));
  printf("%d\n", block[hide(150100)]);
  free(block);
  return 0;
}
