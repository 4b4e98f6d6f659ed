// The wide member of a union.
#include "hide.h"
#include <stdlib.h>

union value {
  char narrow;
  double wide;
};

int main(void) {
  union value *value = hide_pointer(malloc(sizeof *value));
  value->narrow = 1;
  touch(value);
  value->wide = 2;
  touch(value);
  free(value);
  return 0;
}
