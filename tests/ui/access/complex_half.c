// Only the imaginary part is outside.
#include "hide.h"
#include <stdlib.h>

int main(void) {
#ifdef FIXED
  double _Complex *number = hide_pointer(malloc(16));
#else
  double _Complex *number = hide_pointer(malloc(8));
#endif
  *number = 1; //~ ERROR heap-buffer-overflow
  touch(number);
  free(number);
  return 0;
}
