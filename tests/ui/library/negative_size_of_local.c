// The same of an object whose bounds the check knows.
//@ contains: (size=-1)
#include "hide.h"
#include <string.h>

int main(void) {
  char bytes[64];
#ifdef FIXED
  memset(bytes, 0, (size_t)hide(64));
#else
  memset(bytes, 0, (size_t)hide(-1)); //~ ERROR negative-size-param
#endif
  touch(bytes);
  return 0;
}
