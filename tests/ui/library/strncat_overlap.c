// The beginning of a string is appended to itself.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(32));
  memcpy(text, "abc", 4);
#ifdef FIXED
  strncat(text, "c", hide(1));
#else
  strncat(text, text + 2, hide(1)); //~ ERROR strncat-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
