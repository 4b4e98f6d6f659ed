// The loop's own variable is used in the loop.
#include "hide.h"

int main(void) {
  long *pointer = 0;
  for (long i = hide(0); i < 3; i++) {
    pointer = hide_pointer(&i);
    *(volatile long *)pointer = i;
  }
  return 0;
}
