// Writes the element after a static array.
//@ contains: WRITE of size 2
//@ contains: 'table'
#include "hide.h"

static short table[7] = {1, 2, 3};

int main(void) {
  table[hide(7)] = 1; //~ ERROR global-buffer-overflow
  touch(table);
  return 0;
}
