// A memmove shifts the last bytes out of the array.
#include "hide.h"
#include <string.h>

int main(void) {
  int numbers[16] = {0};
  touch(numbers);
#ifdef FIXED
  memmove(numbers + 1, numbers, hide(15) * sizeof *numbers);
#else
  memmove(numbers + 1, numbers, hide(16) * sizeof *numbers); //~ ERROR stack-buffer-overflow
#endif
  touch(numbers);
  return 0;
}
