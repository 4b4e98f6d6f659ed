// The variable of a statement expression is used after it.
#include "hide.h"

int main(void) {
#ifdef FIXED
  int value = ({
    int inner = 3;
    int *pointer = hide_pointer(&inner);
    *(volatile int *)pointer;
  });
#else
  int *pointer = ({
    int inner = 3;
    (int *)hide_pointer(&inner);
  });
  int value = *(volatile int *)pointer; //~ ERROR stack-use-after-scope
#endif
  return value != 3;
}
