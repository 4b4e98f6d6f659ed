// A callee writes to the caller's array.
#include "hide.h"

static NOINLINE void put(char *to) {
  *to = 1;
}

int main(void) {
  char bytes[40];
  touch(bytes);
  put(bytes + hide(16));
  touch(bytes);
  return 0;
}
