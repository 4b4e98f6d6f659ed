// The form that fortified headers call.
//@ only: hosted fewer functions of the library are checked on boards
//@ flags: -O2 -D_FORTIFY_SOURCE=2
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(4));
#ifdef FIXED
  strcat(strcpy(text, "12"), hide_pointer("3"));
#else
  strcat(strcpy(text, "12"), hide_pointer("34")); //~ ERROR heap-buffer-overflow
#endif
  touch(text);
  free(text);
  return 0;
}
