// Reads through an iterator of a vector that has moved.
#include "hide.h"
#include <vector>

int main() {
  std::vector<int> numbers(10, 1);
#ifdef FIXED
  numbers.reserve(hide(11));
#else
  numbers.reserve(hide(10));
#endif
  auto first = numbers.begin();
  numbers.push_back(2);
  touch(numbers.data());
  const int *place = &*first;
  int value = *place;  //~ ERROR heap-use-after-free
  return value != 1;
}
