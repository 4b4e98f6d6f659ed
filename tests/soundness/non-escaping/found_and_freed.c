// What the library finds in the chunk is its beginning, and freed by that.
//@ levels: O2
//@ kills-mutants: non-escaping/given-back
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  volatile char *block = malloc(8);
  block[0] = 'a';
  block[1] = 0;
#ifdef FIXED
  free(strchr((char *)block, (int)hide('b')));
#else
  free(strchr((char *)block, (int)hide('a')));
#endif
  return block[0] == 77; //~ ERROR heap-use-after-free
}
