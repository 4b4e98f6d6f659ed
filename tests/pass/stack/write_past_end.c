// Writes the last element of a local array.
#include "hide.h"

int main(void) {
  long numbers[4];
  numbers[hide(3)] = 1;
  touch(numbers);
  return 0;
}
