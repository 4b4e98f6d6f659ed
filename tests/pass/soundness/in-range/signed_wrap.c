// 32-bit arithmetic on the index stays inside.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int at(const char *bytes, unsigned char offset) {
  signed char index = offset;
  return bytes[index];
}

int main(void) {
  char *bytes = hide_pointer(calloc(200, 1));
  int value = at(bytes, hide(100));
  free(bytes);
  return value;
}
