// A volatile load whose value nobody uses.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *numbers = hide_pointer(calloc(4, sizeof *numbers));
#ifdef FIXED
  numbers[hide(3)];
#else
  numbers[hide(4)]; //~ ERROR heap-buffer-overflow
#endif
  free((void *)numbers);
  return 0;
}
