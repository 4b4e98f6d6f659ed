// A string that was freed.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(8));
  memset(text, 0, 8);
  int order = strcmp(text, ""); free(text);
  return order;
}
