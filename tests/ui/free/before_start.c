// Frees a pointer before a block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
  free(block - hide(8)); //~ ERROR bad-free
  return 0;
}
