// The same of an object whose bounds the check knows.
#include "hide.h"
#include <string.h>

int main(void) {
  char bytes[64];
  memset(bytes, 0, (size_t)hide(64));
  touch(bytes);
  return 0;
}
