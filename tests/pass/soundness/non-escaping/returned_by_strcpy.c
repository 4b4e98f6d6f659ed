// What strcpy gives back is the block, which is freed once.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *block = malloc(hide(8));
  char *same = strcpy(block, hide(1) ? "text" : "none");
  char first = *(volatile char *)block;
  free(same);
  return first != 't';
}
