// A string is copied over its own end.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(16));
  memcpy(text, "abcdef", 7);
#ifdef FIXED
  strcpy(text + 7, text);
#else
  strcpy(text + 6, text); //~ ERROR strcpy-param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
