// An index known to be inside, in the variable's block.
//@ levels: O2
#include "hide.h"

int main(void) {
  int *pointer;
  for (int i = 0; i < 2; i++) {
    int inner[4] = {0};
    touch(inner);
    pointer = inner;
    if (*(volatile int *)&pointer[2])
      return 1;
  }
  return 0;
}
