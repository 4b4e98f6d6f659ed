// A field of a fixed size is full, has no end, and is taken for a string.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct header {
  char magic[6];
  char version[2];
  char comment[8];
};

NOINLINE static unsigned long length(const struct header *header) {
  return strlen(header->magic); //~ ERROR sub-object-overflow
}

int main(void) {
  struct header header = {"", "", "none"};
#ifdef FIXED
  strncpy(header.magic, "ustar", sizeof header.magic);
#else
  memcpy(header.magic, "ustar ", sizeof header.magic);
#endif
  return length(&header) == 0;
}
