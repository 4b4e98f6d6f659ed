// A comparison of a fixed size that becomes two loads.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 8));
  int equal = memcmp(bytes, "abcdefgh", 8) == 0;
  free(bytes);
  return equal ? 0 : hide(0);
}
