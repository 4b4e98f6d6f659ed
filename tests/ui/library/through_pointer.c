// The function is called through a pointer out of a table.
//@ only: hosted fewer functions of the library are checked on boards
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static char *(*const table[])(char *, const char *) = {strcpy, strcat};

int main(void) {
  char *text = hide_pointer(malloc(4));
  char *(*copy)(char *, const char *) = table[hide(0)];
#ifdef FIXED
  copy(text, "123");
#else
  copy(text, "1234"); //~ ERROR heap-buffer-overflow
#endif
  touch(text);
  free(text);
  return 0;
}
