// Reads an element of a vector after the last one, in room that it has.
//@ flags: -D_GLIBCXX_SANITIZE_VECTOR
//@ levels: O0 O1 O2
#include "hide.h"
#include <vector>

int main() {
  std::vector<char> bytes;
  for (int i = 0; i < 100; i++)
    bytes.push_back(static_cast<char>(i));
  bytes.reserve(200);
  while (bytes.size() > 90)
    bytes.pop_back();
  char *data = static_cast<char *>(hide_pointer(bytes.data()));
  touch(data);
#ifdef FIXED
  char value = data[hide(89)];
  return value != 89;
#else
  char value = data[hide(90)];  //~ ERROR container-overflow
  return value != 90;
#endif
}
