// A string that was freed.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(8));
  memset(text, 0, 8);
  free(text); int order = strcmp(text, ""); //~ ERROR heap-use-after-free
  return order;
}
