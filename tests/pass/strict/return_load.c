// What a function that has returned had on its stack.
#include "hide.h"

static int *kept;

static NOINLINE void keep(void) {
  static int x = 1;
  kept = &x;
  touch(&kept);
}

int main(void) {
  keep();
  (void)*kept;
  return 0;
}
