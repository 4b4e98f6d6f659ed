// The address of a parameter passed by value is used in the function only.
#include "hide.h"

struct large {
  long values[12];
};

static struct large *kept;

static NOINLINE long keep(struct large by_value) {
  kept = &by_value;
  return kept->values[0] + kept->values[2];
}

int main(void) {
  struct large large = {{hide(5)}};
  long first = keep(large);
  return first != 5;
}
