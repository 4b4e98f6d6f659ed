// What strcpy gives back is the chunk, and is freed.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *block = malloc(hide(8));
  char *same = strcpy(block, hide(1) ? "text" : "none");
#ifdef FIXED
  char first = *(volatile char *)block;
  free(same);
  return first != 't';
#else
  free(same);
  return *(volatile char *)block == 77; //~ ERROR heap-use-after-free
#endif
}
