// Copies a structure of fields.
#include "hide.h"
#include <stdlib.h>

struct fields {
  char letter;
  long number;
  short pair[2];
};

int main(void) {
  struct fields local;
  struct fields *from = hide_pointer(calloc(1, sizeof *from));
  touch(from);
  local = *from;
  touch(&local);
  free(from);
  return 0;
}
