// Writes past the room of a vector by a plain pointer.
#include "hide.h"
#include <vector>

int main() {
  std::vector<int> numbers(10, 1);
  int *data = numbers.data();
#ifdef FIXED
  for (long i = 0; i < hide(10); i++)
#else
  for (long i = 0; i < hide(11); i++)
#endif
    data[i] = 2;  //~ ERROR heap-buffer-overflow
  touch(data);
  return numbers[9] != 2;
}
