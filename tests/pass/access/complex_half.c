// Both parts are inside.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  double _Complex *number = hide_pointer(malloc(16));
  *number = 1;
  touch(number);
  free(number);
  return 0;
}
