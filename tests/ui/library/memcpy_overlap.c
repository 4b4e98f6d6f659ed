// Ranges of a memcpy that the compiler knows overlap; copies onto themselves may be.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *bytes = hide_pointer(calloc(1, 64));
  char *same = hide_pointer(bytes);
  memcpy(bytes, same, hide(8));
#ifdef FIXED
  memmove(bytes, same + 1, hide(8));
#else
  memcpy(bytes, same + 1, hide(8)); //~ ERROR memcpy-param-overlap
#endif
  touch(bytes);
  free(bytes);
  return 0;
}
