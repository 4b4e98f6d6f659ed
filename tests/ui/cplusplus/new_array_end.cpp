// Writes the element after the last of `new[]`.
//@ contains: 40-byte region
#include "hide.h"

int main() {
  int *numbers = new int[10];
#ifdef FIXED
  numbers[hide(9)] = 1;
#else
  numbers[hide(10)] = 1;  //~ ERROR heap-buffer-overflow
#endif
  touch(numbers);
  delete[] numbers;
}
