// The second call passes a local whose scope is closed.
//@ levels: O2
//@ kills-mutants: caller-owned/scope-open
#include "hide.h"

static NOINLINE int next(int *numbers, long i) {
  return ++numbers[i & 3]; //~ ERROR stack-use-after-scope
}

int main(void) {
  int *kept, sum;
  {
    int numbers[4] = {0};
    sum = next(numbers, hide(1));
    kept = numbers;
#ifdef FIXED
    sum += next(kept, hide(2));
#endif
  }
#ifdef FIXED
  return sum == 77;
#else
  return sum + next(kept, hide(2)) == 77;
#endif
}
