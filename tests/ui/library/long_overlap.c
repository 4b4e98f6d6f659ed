// A long string is copied over a part of itself, further on or further back.
//@ flags: -fno-builtin
//@ levels: O2
//@ defines: UP=1 UP=0
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 5000 };

int main(void) {
  char *text = hide_pointer(malloc(3 * LENGTH));
  memset(text, 'x', 3 * LENGTH);
  char *from = text + (UP ? 0 : LENGTH), *to = text + (UP ? LENGTH : 0);
#ifdef FIXED
  from[LENGTH - 1] = 0;
#else
  from[LENGTH] = 0;
#endif
  strcpy(to, from); //~ ERROR strcpy-param-overlap
  touch(text);
  free(text);
  return 0;
}
