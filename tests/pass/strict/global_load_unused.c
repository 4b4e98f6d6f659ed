// Behind a table.
#include "hide.h"

static int table[3] = {1, 2, 3};

int main(void) {
  touch(table);
  (void)table[hide(2)];
  return 0;
}
