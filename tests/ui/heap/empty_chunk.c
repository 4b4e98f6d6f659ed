// A chunk of no bytes has no first byte.
//@ asan: silent it rounds the size up to one byte
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  char *bytes = hide_pointer(malloc(hide(1)));
#else
  char *bytes = hide_pointer(malloc(hide(0)));
#endif
  touch(bytes);
  *(volatile char *)bytes = 1; //~ ERROR heap-buffer-overflow
  touch(bytes);
  free(bytes);
  return 0;
}
