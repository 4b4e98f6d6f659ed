// The block was made smaller, the access stays inside.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(100, 1);
  bytes = hide_pointer(realloc(bytes, hide(50)));
  bytes[hide(40)] = 1;
  touch(bytes);
  free(bytes);
  return 0;
}
