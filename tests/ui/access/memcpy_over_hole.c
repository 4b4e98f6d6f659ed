// Both ends of the range are addressable, the middle is a redzone.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *one = calloc(1, 32), *two = calloc(1, 32), *to = malloc(100000);
  char *low = one < two ? one : two, *high = one < two ? two : one;
  low = hide_pointer(low);
#ifdef FIXED
  long length = high - low > 16 ? 16 : 0;
#else
  long length = high + 16 - low;
#endif
  if (length > 100000)
    return 2;
  memcpy(to, low, length); //~ ERROR heap-buffer-overflow
  touch(to);
  free(one);
  free(two);
  free(to);
  return 0;
}
