// A program at fixed addresses.
//@ flags: -no-pie -fno-pie
//@ contains: 'bytes'
#include "hide.h"

static char bytes[20];

int main(void) {
#ifdef FIXED
  bytes[hide(19)] = 1;
#else
  bytes[hide(20)] = 1; //~ ERROR global-buffer-overflow
#endif
  touch(bytes);
  return 0;
}
