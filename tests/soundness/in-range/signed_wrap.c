// 32-bit arithmetic on the index wraps below the array.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(const char *bytes, unsigned char offset) {
  signed char index = offset;
  return bytes[index]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  char *bytes = hide_pointer(calloc(200, 1));
#ifdef FIXED
  int value = at(bytes, hide(100));
#else
  int value = at(bytes, hide(250));
#endif
  free(bytes);
  return value;
}
