// The caller passes an array that lives, and the callee reads behind it.
//@ levels: O2
//@ kills-mutants: interprocedural/inside bounds-only/private
#include "hide.h"

static NOINLINE long last(const volatile long *numbers) {
  return numbers[3]; //~ ERROR stack-buffer-overflow
}

static NOINLINE long both(void) {
#ifdef FIXED
  volatile long numbers[4] = {1, 2, 3};
#else
  volatile long numbers[3] = {1, 2, 3};
#endif
  return last(numbers);
}

int main(void) { return both() == 77; }
