// A buffer that grows was never set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'buffer' of main
#include "hide.h"
#include <stdlib.h>

struct buffer {
  size_t length;
  char *bytes;
};

int main(void) {
  struct buffer buffer;
  buffer.length = 10;
#ifdef FIXED
  buffer.bytes = 0;
#endif
  char *larger = realloc(buffer.bytes, buffer.length * 2); //~ ERROR uninitialized-pointer
  free(larger);
  return 0;
}
