// Frees a local variable.
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char local[40];
  touch(local);
  char *block = hide_pointer(local);
  free(block); //~ ERROR bad-free
  touch(local);
  return 0;
}
