// Behind an alloca of variable size.
//@[bad] contains: bytes after local object of variable size
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *bytes = alloca(hide(13));
  touch(bytes);
#ifdef FIXED
  bytes[hide(12)] = 1;
#else
  bytes[hide(13)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  touch(bytes);
  return 0;
}
