// Reads behind a chunk what unchecked code wrote there: the contents of a redzone say nothing about the error.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

__attribute__((no_sanitize("address"), noinline)) static void
fill(char *memory, int length) {
  for (int i = 0; i < length; i++)
    ((volatile char *)memory)[i] = (char)i;
}

int main(void) {
  char *text = malloc(hide(24));
  fill(text, hide(24) + 8);
#ifdef FIXED
  int read = text[hide(23)];
#else
  int read = text[hide(24)]; //~ ERROR heap-buffer-overflow
#endif
  return read == 99;
}
