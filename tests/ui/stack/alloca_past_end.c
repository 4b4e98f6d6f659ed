// Behind an alloca of variable size.
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *bytes = alloca(hide(13));
  touch(bytes);
  bytes[hide(13)] = 1; //~ ERROR dynamic-stack-buffer-overflow
  touch(bytes);
  return 0;
}
