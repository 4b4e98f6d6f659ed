// The wide member of a union in a chunk for the narrow one.
//@ contains: WRITE of size 8
#include "hide.h"
#include <stdlib.h>

union value {
  char narrow;
  double wide;
};

int main(void) {
#ifdef FIXED
  union value *value = hide_pointer(malloc(sizeof *value));
#else
  union value *value = hide_pointer(malloc(sizeof value->narrow));
#endif
  value->narrow = 1;
  touch(value);
  value->wide = 2; //~ ERROR heap-buffer-overflow
  touch(value);
  free(value);
  return 0;
}
