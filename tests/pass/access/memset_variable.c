// A memset of variable size.
#include "hide.h"
#include <string.h>

int main(void) {
  char bytes[64];
  memset(bytes, 0, hide(64));
  touch(bytes);
  return 0;
}
