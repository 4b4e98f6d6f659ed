// Calls in functions that want no checks go straight to the library, also through pointers that they take.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

__attribute__((no_sanitize("address"), noinline)) static size_t bytes_to(const char *text, int byte) {
  char *(*find)(const char *, int) = strchr;
  return (size_t)(find(text, byte) - text) + strnlen(text, 5);
}

int main(void) {
  char *text = hide_pointer(malloc(4));
  memcpy(text, "abcd", 4);
  // The first good byte behind the chunk's end may be read by nobody who is checked.
  size_t sum = bytes_to(text, 'd');
  free(text);
  return sum >= 7 ? 0 : 1;
}
