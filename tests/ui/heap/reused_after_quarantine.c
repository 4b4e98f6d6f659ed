// The freed chunk must not be given out again at once.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *first = hide_pointer(malloc(64));
  free(first);
  char *second = hide_pointer(malloc(64));
  second[0] = 1;
#ifdef FIXED
  ((volatile char *)second)[0] = 1;
#else
  ((volatile char *)first)[0] = 1; //~ ERROR heap-use-after-free
#endif
  free(second);
  return 0;
}
