// Frees a local variable.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char local[40];
  touch(local);
#ifdef FIXED
  char *block = hide_pointer(malloc(40));
#else
  char *block = hide_pointer(local);
#endif
  free(block); //~ ERROR bad-free
  touch(local);
  return 0;
}
