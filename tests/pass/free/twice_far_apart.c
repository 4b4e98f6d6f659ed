// Many blocks, each freed once.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *block = hide_pointer(malloc(48));
  free(block);
  for (int i = 0; i < 200; i++)
    free(hide_pointer(malloc(48)));
  block = hide_pointer(malloc(48));
  free(block);
  return 0;
}
