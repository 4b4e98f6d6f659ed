// The address of a parameter passed by value is used after the function has returned.
//@ on: aarch64-linux-gnu stack-use-after-scope the caller makes the copy, which lives as long as the call
//@ on: riscv64-linux-gnu stack-use-after-scope the caller makes the copy, which lives as long as the call
#include "hide.h"

struct large {
  long values[12];
};

static struct large *kept;

static NOINLINE long keep(struct large by_value) {
  kept = &by_value;
#ifdef FIXED
  return kept->values[0] + kept->values[2];
#else
  return by_value.values[0];
#endif
}

int main(void) {
  struct large large = {{hide(5)}};
  long first = keep(large);
#ifdef FIXED
  return first != 5;
#else
  return first != 5 || ((volatile struct large *)kept)->values[2]; //~ ERROR stack-use-after-return
#endif
}
