// An assignment of a struct that overlaps itself.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

struct large {
  char bytes[200];
};

int main(void) {
  char *bytes = hide_pointer(calloc(2, sizeof(struct large)));
#ifdef FIXED
  struct large *to = (struct large *)bytes, *from = (struct large *)(bytes + hide(200));
#else
  struct large *to = (struct large *)bytes, *from = (struct large *)(bytes + hide(100));
#endif
  *to = *from; //~ ERROR memcpy-param-overlap
  touch(bytes);
  free(bytes);
  return 0;
}
