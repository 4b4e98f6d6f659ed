// An unaligned field of a packed structure that lies half outside.
//@ contains: WRITE of size 8
#include "hide.h"
#include <stdlib.h>

struct __attribute__((packed)) record {
  char tag;
  long long value;
};

int main(void) {
#ifdef FIXED
  struct record *record = malloc(9);
#else
  struct record *record = malloc(8);
#endif
  record->tag = 1;
  record = hide_pointer(record);
  record->value = 5; //~ ERROR heap-buffer-overflow
  touch(record);
  free(record);
  return 0;
}
