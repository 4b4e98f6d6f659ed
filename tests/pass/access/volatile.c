// A volatile load.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  volatile int *numbers = hide_pointer(calloc(4, sizeof *numbers));
  numbers[hide(3)];
  free((void *)numbers);
  return 0;
}
