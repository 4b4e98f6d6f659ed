// A string that was freed.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(8));
  memset(text, 0, 8);
#ifdef FIXED
  int order = strcmp(text, ""); free(text);
#else
  free(text); int order = strcmp(text, ""); //~ ERROR heap-use-after-free
#endif
  return order;
}
