// Reads behind a chunk what unchecked code wrote there: the contents of a redzone say nothing about the error.
#include "hide.h"
#include "unchecked.h"
#include <stdlib.h>

int main(void) {
  char *text = malloc(hide(24));
  fill_unchecked(text, hide(24) + 8);
#ifdef FIXED
  int read = text[hide(23)];
#else
  int read = text[hide(24)]; //~ ERROR heap-buffer-overflow
#endif
  return read == 99;
}
