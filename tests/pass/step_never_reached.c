// A loop that returns in its first iteration: its step is never reached, and has accesses that could share a check.
#include "hide.h"
#include <stdint.h>

static int64_t add(int64_t a, int64_t b) {
  int is_above = a > 0 && b > 0 && a > INT64_MAX - b;
  int is_below = a < 0 && b < 0 && a < INT64_MIN - b;
  return is_above || is_below ? a : a + b;
}

NOINLINE static int first(uint16_t from) {
  int64_t all[9] = {1};
  touch(all);
  for (from = 0; from < 56; from = add(from, 4))
    return all[6];
  return 1;
}

int main(void) { return first(hide(3)); }
