// What the library finds in the block is null.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  volatile char *block = malloc(8);
  block[0] = 'a';
  block[1] = 0;
  free(strchr((char *)block, (int)hide('b')));
  return block[0] == 77;
}
