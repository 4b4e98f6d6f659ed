// The address of a parameter passed by value is used after the function has returned.
#include "hide.h"

struct large {
  long values[12];
};

static struct large *kept;

static NOINLINE long keep(struct large by_value) {
  kept = &by_value;
  return by_value.values[0];
}

int main(void) {
  struct large large = {{hide(5)}};
  long first = keep(large);
  return first != 5 || ((volatile struct large *)kept)->values[2]; //~ ERROR stack-use-after-return
}
