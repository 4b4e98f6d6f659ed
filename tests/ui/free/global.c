// Frees a global variable.
#include "hide.h"
#include <stdlib.h>

static char buffer[64];

int main(void) {
  touch(buffer);
  char *block = hide_pointer(buffer);
  free(block); //~ ERROR bad-free
  return 0;
}
