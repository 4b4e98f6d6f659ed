// Writes the byte after an object that asked for more alignment than usual.
//@ flags: -std=c++17
#include "hide.h"

struct alignas(64) Line {
  char bytes[64];
};

int main() {
  Line *lines = new Line[3];
  char *bytes = static_cast<char *>(hide_pointer(lines));
#ifdef FIXED
  bytes[hide(3 * sizeof(Line) - 1)] = 1;
#else
  bytes[hide(3 * sizeof(Line))] = 1;  //~ ERROR heap-buffer-overflow
#endif
  touch(lines);
  delete[] lines;
}
