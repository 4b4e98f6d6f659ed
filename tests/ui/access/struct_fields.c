// Copies a structure of fields whose last one is outside.
#include "hide.h"
#include <stdlib.h>

struct fields {
  char letter;
  long number;
  short pair[2];
};

int main(void) {
  struct fields local;
#ifdef FIXED
  struct fields *from = hide_pointer(calloc(1, sizeof *from));
#else
  struct fields *from = hide_pointer(calloc(1, sizeof *from - 8));
#endif
  touch(from);
  local = *from; //~ ERROR heap-buffer-overflow
  touch(&local);
  free(from);
  return 0;
}
