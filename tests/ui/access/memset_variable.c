// A memset of variable size writes too far.
//@ contains: 'bytes'
#include "hide.h"
#include <string.h>

int main(void) {
  char bytes[64];
  memset(bytes, 0, hide(65)); //~ ERROR stack-buffer-overflow
  touch(bytes);
  return 0;
}
