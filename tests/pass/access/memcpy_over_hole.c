// The range lies in one block.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *one = calloc(1, 32), *two = calloc(1, 32), *to = malloc(100000);
  char *low = one < two ? one : two, *high = one < two ? two : one;
  low = hide_pointer(low);
  long length = high - low > 16 ? 16 : 0;
  if (length > 100000)
    return 2;
  memcpy(to, low, length);
  touch(to);
  free(one);
  free(two);
  free(to);
  return 0;
}
