// A _Bool inside.
#include "hide.h"
#include <stdbool.h>

static bool seen[11];

int main(void) {
  bool *flags = hide_pointer(seen);
  flags[hide(10)] = true;
  touch(seen);
  return 0;
}
