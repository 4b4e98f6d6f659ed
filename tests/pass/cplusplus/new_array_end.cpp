// Writes the element after the last of `new[]`.
#include "hide.h"

int main() {
  int *numbers = new int[10];
  numbers[hide(9)] = 1;
  touch(numbers);
  delete[] numbers;
}
