// Writes up to the room of a vector by a plain pointer.
#include "hide.h"
#include <vector>

int main() {
  std::vector<int> numbers(10, 1);
  int *data = numbers.data();
  for (long i = 0; i < hide(10); i++)
    data[i] = 2;
  touch(data);
  return numbers[9] != 2;
}
