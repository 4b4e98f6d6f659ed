// Many other chunks are freed between the two.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(48));
  free(block);
  for (int i = 0; i < 200; i++)
    free(hide_pointer(malloc(48)));
#ifdef FIXED
  block = hide_pointer(malloc(48));
#endif
  free(block); //~ ERROR double-free
  return 0;
}
