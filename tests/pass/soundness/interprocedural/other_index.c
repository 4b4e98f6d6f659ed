// Caller and callee access different elements, both of which are there.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long take(const long *numbers, long which) { return numbers[which]; }

static NOINLINE long both(long *numbers, long which) {
  long first = take(numbers, which);
  return first + numbers[0];
}

int main(void) {
  return both((long *)hide_pointer(calloc(4, sizeof(long))), hide(1)) == 77;
}
