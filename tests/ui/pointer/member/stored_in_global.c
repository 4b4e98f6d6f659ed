// A global variable keeps the array for other functions.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct buffer {
  char bytes[16];
  unsigned used;
};

static char *output;
static long written;

NOINLINE static void put(char byte) {
  output[written++] = byte; //~ ERROR sub-object-overflow
}

int main(void) {
  struct buffer *buffer = calloc(1, sizeof *buffer);
  output = buffer->bytes;
#ifdef FIXED
  for (int i = 0; i < 16; i++)
#else
  for (int i = 0; i < 17; i++)
#endif
    put('x');
  unsigned used = buffer->used;
  free(buffer);
  return (int)used;
}
