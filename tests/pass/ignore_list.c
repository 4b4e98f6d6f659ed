// What an ignore list names is not checked.
//@ flags: -fsanitize-ignorelist=tests/include/ignore.txt

#include "hide.h"

NOINLINE int overflowing(char *array) { return *(volatile char *)(array + 8); }

int main(void) {
  char array[8] = {0}, other[8] = {0};
  touch(other);
  overflowing(array);
  return 0;
}
