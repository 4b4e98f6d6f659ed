// An unaligned field of a packed structure.
#include "hide.h"
#include <stdlib.h>

struct __attribute__((packed)) record {
  char tag;
  long value;
};

int main(void) {
  struct record *record = malloc(9);
  record->tag = 1;
  record = hide_pointer(record);
  record->value = 5;
  touch(record);
  free(record);
  return 0;
}
