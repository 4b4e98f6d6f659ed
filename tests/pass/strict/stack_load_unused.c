// Behind an array on the stack.
#include "hide.h"

int main(void) {
  int a[4] = {1, 2, 3, 4};
  touch(a);
  (void)a[hide(3)];
  return 0;
}
