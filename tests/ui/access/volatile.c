// A volatile load whose value nobody uses.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *numbers = hide_pointer(calloc(4, sizeof *numbers));
  numbers[hide(4)]; //~ ERROR heap-buffer-overflow
  free((void *)numbers);
  return 0;
}
