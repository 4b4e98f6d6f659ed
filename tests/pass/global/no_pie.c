// A program at fixed addresses.
//@ flags: -no-pie -fno-pie
#include "hide.h"

static char bytes[20];

int main(void) {
  bytes[hide(19)] = 1;
  touch(bytes);
  return 0;
}
