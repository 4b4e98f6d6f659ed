// A bounded copy of a string overlaps.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(32));
  memcpy(text, "abcdef", 7);
#ifdef FIXED
  strncpy(text + 3, text, hide(3));
#else
  strncpy(text + 2, text, hide(3)); //~ ERROR strncpy-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
