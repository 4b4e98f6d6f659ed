// Writes the element after a static array.
//@ contains: WRITE of size 2
//@ contains: 'table'
#include "hide.h"

static short table[7] = {1, 2, 3};

int main(void) {
#ifdef FIXED
  table[hide(6)] = 1;
#else
  table[hide(7)] = 1; //~ ERROR global-buffer-overflow
#endif
  touch(table);
  return 0;
}
