// The variable of a statement expression is used after it.
#include "hide.h"

int main(void) {
  int *pointer = ({
    int inner = 3;
    (int *)hide_pointer(&inner);
  });
  int value = *(volatile int *)pointer; //~ ERROR stack-use-after-scope
  return value != 3;
}
