// A memset of variable size writes too far.
//@ contains: 'bytes'
#include "hide.h"
#include <string.h>

int main(void) {
  char bytes[64];
#ifdef FIXED
  memset(bytes, 0, hide(64));
#else
  memset(bytes, 0, hide(65)); //~ ERROR stack-buffer-overflow
#endif
  touch(bytes);
  return 0;
}
