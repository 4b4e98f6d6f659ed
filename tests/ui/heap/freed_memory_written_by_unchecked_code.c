// Reads from a freed chunk what unchecked code wrote there: the contents of freed memory say nothing about the error.
#include "hide.h"
#include "unchecked.h"
#include <stdlib.h>

int main(void) {
  char *text = malloc(hide(24));
#ifdef FIXED
  fill_unchecked(text + 16, 8);
  int read = text[hide(16)];
  free(text);
#else
  free(text);
  fill_unchecked(text + 16, 8);
  int read = text[hide(16)]; //~ ERROR heap-use-after-free
#endif
  return read == 99;
}
