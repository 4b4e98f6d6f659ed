// The pointer is used within the block of its variable.
#include "hide.h"

int main(void) {
  int *pointer;
  {
    int inner = 4;
    pointer = hide_pointer(&inner);
    *(volatile int *)pointer = 5;
  }
  return 0;
}
