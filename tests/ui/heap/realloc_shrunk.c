// The chunk was made smaller before the access.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(100, 1);
  bytes = hide_pointer(realloc(bytes, hide(50)));
#ifdef FIXED
  bytes[hide(40)] = 1;
#else
  bytes[hide(60)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
