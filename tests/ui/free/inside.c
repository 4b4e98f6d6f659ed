// Frees a pointer into a block.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(64));
  free(block + hide(16)); //~ ERROR bad-free
  return 0;
}
