// A memmove shifts within the array.
#include "hide.h"
#include <string.h>

int main(void) {
  int numbers[16] = {0};
  touch(numbers);
  memmove(numbers + 1, numbers, hide(15) * sizeof *numbers);
  touch(numbers);
  return 0;
}
