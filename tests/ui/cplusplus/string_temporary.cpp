// Reads the text of a string that is gone.
#include "hide.h"
#include <string>

NOINLINE static std::string text() { return std::string(static_cast<size_t>(hide(40)), 'x'); }

int main() {
#ifdef FIXED
  const std::string &kept = text();
  const char *characters = kept.c_str();
#else
  const char *characters = text().c_str();
#endif
  touch(hide_pointer(const_cast<char *>(characters)));
  char first = characters[0];  //~ ERROR heap-use-after-free
  return first != 'x';
}
