// A number is read where none can lie.
//@ flags: --check=alignment
#include "hide.h"
#include <stdlib.h>

int main(void) {
  char *bytes = calloc(4, sizeof(int));
#ifdef FIXED
  int *number = (int *)(bytes + hide(4));
#else
  int *number = (int *)(bytes + hide(1));
#endif
  int value = *number; //~ ERROR misaligned-pointer-use
  free(bytes);
  return value;
}
