// An alloca of variable size.
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *bytes = alloca(hide(13));
  touch(bytes);
  bytes[hide(12)] = 1;
  touch(bytes);
  return 0;
}
