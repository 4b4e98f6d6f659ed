// The variable of a statement expression is used in it.
#include "hide.h"

int main(void) {
  int value = ({
    int inner = 3;
    int *pointer = hide_pointer(&inner);
    *(volatile int *)pointer;
  });
  return value != 3;
}
