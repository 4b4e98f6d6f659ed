// A memset of a variable whose scope has ended.
#include "hide.h"
#include <string.h>

int main(void) {
  char *pointer;
  {
    char inner[64];
    touch(inner);
    pointer = hide_pointer(inner);
#ifdef FIXED
    memset(pointer, 1, 64);
    touch(pointer);
#endif
  }
#ifndef FIXED
  memset(pointer, 1, 64); //~ ERROR stack-use-after-scope
  touch(pointer);
#endif
  return 0;
}
