// Writes the last element of a static array.
#include "hide.h"

static short table[7] = {1, 2, 3};

int main(void) {
  table[hide(6)] = 1;
  touch(table);
  return 0;
}
