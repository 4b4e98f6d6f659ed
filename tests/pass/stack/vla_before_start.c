// The start of a variable-length array.
#include "hide.h"

int main(void) {
  long count = hide(10);
  char bytes[count];
  touch(bytes);
  bytes[hide(0)] = 1;
  touch(bytes);
  return 0;
}
