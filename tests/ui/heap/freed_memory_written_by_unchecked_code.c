// Reads from a freed chunk what unchecked code wrote there: the contents of freed memory say nothing about the error.
#include "hide.h"
#include <stdlib.h>

__attribute__((no_sanitize("address"), noinline)) static void
fill(char *memory, int length) {
  for (int i = 0; i < length; i++)
    ((volatile char *)memory)[i] = (char)i;
}

int main(void) {
  char *text = malloc(hide(24));
#ifdef FIXED
  fill(text + 16, 8);
  int read = text[hide(16)];
  free(text);
#else
  free(text);
  fill(text + 16, 8);
  int read = text[hide(16)]; //~ ERROR heap-use-after-free
#endif
  return read == 99;
}
