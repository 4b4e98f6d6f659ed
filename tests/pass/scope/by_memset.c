// A memset of a variable in its block.
#include "hide.h"
#include <string.h>

int main(void) {
  char *pointer;
  {
    char inner[64];
    touch(inner);
    pointer = hide_pointer(inner);
    memset(pointer, 1, 64);
    touch(pointer);
  }
  return 0;
}
