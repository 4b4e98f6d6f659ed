// Writes a chunk after it was freed.
//@ contains: WRITE of size 1
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = hide_pointer(malloc(100));
  bytes[0] = 1;
  free(bytes);
#ifdef FIXED
  bytes = hide_pointer(malloc(100));
  ((volatile char *)bytes)[99] = 1;
  free(bytes);
#else
  ((volatile char *)bytes)[99] = 1; //~ ERROR heap-use-after-free
#endif
  return 0;
}
