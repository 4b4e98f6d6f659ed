// A callee of a callee keeps the address of a variable; another callee only reads it.
#include "hide.h"

static int *kept;

static NOINLINE void keep(int *number) { kept = number; }

static NOINLINE int pass(int *number, int deeper) {
  if (deeper > 0)
    return pass(number, deeper - 1);
#ifndef FIXED
  keep(number);
#endif
  return *number;
}

static NOINLINE int read(const int *number) { return *number; }

static NOINLINE int call(int depth) {
  int kept_one = depth, other = depth;
  touch(&kept_one);
  return pass(&kept_one, depth) + read(&other);
}

int main(void) {
  static int lasting;
  keep(&lasting);
  int sum = call((int)hide(2));
  return sum - 4 + *kept; //~ ERROR stack-use-after-return
}
