// The innermost variable of a recursion is used after it.
#include "hide.h"

static int *deepest;

static NOINLINE int descend(int depth) {
  int local = depth;
  if (depth == 0)
    deepest = &local;
  int *volatile own = &local;
  int sum = depth == 0 ? 0 : descend(depth - 1);
  (void)0;
  return sum + *own;
}

int main(void) {
  return descend((int)hide(300)) != 45150 || *(volatile int *)deepest; //~ ERROR stack-use-after-return
}
