// Reads the text of a string that is kept.
#include "hide.h"
#include <string>

NOINLINE static std::string text() { return std::string(static_cast<size_t>(hide(40)), 'x'); }

int main() {
  const std::string &kept = text();
  const char *characters = kept.c_str();
  touch(hide_pointer(const_cast<char *>(characters)));
  char first = characters[0];
  return first != 'x';
}
