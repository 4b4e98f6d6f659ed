// Far behind an array on the stack, beyond all redzones.
#include "hide.h"

int main(void) {
  int a[4] = {1, 2, 3, 4};
  touch(a);
  (void)a[hide(3)];
  return 0;
}
