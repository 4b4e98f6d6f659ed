// Behind a table that nobody reads.
#include "hide.h"

static int table[4];

int main(void) {
  table[hide(3)] = 1;
  return 0;
}
