// The innermost variable of a recursion is used in it.
#include "hide.h"

static int *deepest;

static NOINLINE int descend(int depth) {
  int local = depth;
  if (depth == 0)
    deepest = &local;
  int *volatile own = &local;
  int sum = depth == 0 ? 0 : descend(depth - 1);
  if (depth == 0)
    sum += *(volatile int *)deepest;
  return sum + *own;
}

int main(void) {
  return descend((int)hide(300)) != 45150;
}
