// Writes the byte after an object that asked for more alignment than usual.
//@ flags: -std=c++17
#include "hide.h"

struct alignas(64) Line {
  char bytes[64];
};

int main() {
  Line *lines = new Line[3];
  char *bytes = static_cast<char *>(hide_pointer(lines));
  bytes[hide(3 * sizeof(Line))] = 1;  //~ ERROR heap-buffer-overflow
  touch(lines);
  delete[] lines;
}
