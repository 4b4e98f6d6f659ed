// Reads through an iterator of a vector that has moved.
#include "hide.h"
#include <vector>

int main() {
  std::vector<int> numbers(10, 1);
  numbers.reserve(hide(10));
  auto first = numbers.begin();
  numbers.push_back(2);
  touch(numbers.data());
  const int *place = &*first;
  int value = *place;  //~ ERROR heap-use-after-free
  return value != 1;
}
