// Reads through an iterator of a vector that has room left.
#include "hide.h"
#include <vector>

int main() {
  std::vector<int> numbers(10, 1);
  numbers.reserve(hide(11));
  auto first = numbers.begin();
  numbers.push_back(2);
  touch(numbers.data());
  const int *place = &*first;
  int value = *place;
  return value != 1;
}
