// Frees a global variable.
#include "hide.h"
#include <stdlib.h>

static char buffer[64];

int main(void) {
  touch(buffer);
#ifdef FIXED
  char *block = hide_pointer(malloc(64));
#else
  char *block = hide_pointer(buffer);
#endif
  free(block); //~ ERROR bad-free
  return 0;
}
