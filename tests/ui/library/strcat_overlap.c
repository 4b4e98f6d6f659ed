// A string is appended to itself.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(32));
  memcpy(text, "abc\0def", 8);
#ifdef FIXED
  strcat(text, text + 7);
#else
  strcat(text, text); //~ ERROR strcat-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
