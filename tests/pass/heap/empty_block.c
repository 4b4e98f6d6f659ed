// A block of one byte has a first byte.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(hide(1)));
  touch(bytes);
  *(volatile char *)bytes = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
