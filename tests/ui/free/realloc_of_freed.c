// Reallocates what was freed.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(10));
#ifdef FIXED
  block = realloc(block, hide(20));
  touch(block);
  free(block);
#else
  free(block);
  block = realloc(block, hide(20)); //~ ERROR double-free
  touch(block);
#endif
  return 0;
}
