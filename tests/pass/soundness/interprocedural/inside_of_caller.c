// The caller passes an array that lives, and the callee reads its end.
//@ levels: O2
#include "hide.h"

static NOINLINE long last(const volatile long *numbers) {
  return numbers[3];
}

static NOINLINE long both(void) {
  volatile long numbers[4] = {1, 2, 3};
  return last(numbers);
}

int main(void) { return both() == 77; }
