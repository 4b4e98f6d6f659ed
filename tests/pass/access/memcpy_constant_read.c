// A memcpy of constant size.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char to[40];
  char *from = hide_pointer(calloc(40, 1));
  memcpy(to, from, 40);
  touch(to);
  free(from);
  return 0;
}
