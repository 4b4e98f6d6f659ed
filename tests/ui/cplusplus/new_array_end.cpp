// Writes the element after the last of `new[]`.
//@ contains: 40-byte region
#include "hide.h"

int main() {
  int *numbers = new int[10];
  numbers[hide(10)] = 1;  //~ ERROR heap-buffer-overflow
  touch(numbers);
  delete[] numbers;
}
