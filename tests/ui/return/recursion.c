// The innermost variable of a recursion is used after it.
#include "hide.h"

static int *deepest;

static NOINLINE int descend(int depth) {
  int local = depth;
  if (depth == 0)
    deepest = &local;
  int *volatile own = &local;
  int sum = depth == 0 ? 0 : descend(depth - 1);
#ifdef FIXED
  if (depth == 0)
    sum += *(volatile int *)deepest;
#endif
  return sum + *own;
}

int main(void) {
#ifdef FIXED
  return descend((int)hide(300)) != 45150;
#else
  return descend((int)hide(300)) != 45150 || *(volatile int *)deepest; //~ ERROR stack-use-after-return
#endif
}
