// Allocated memory gets the type of what was stored last: the old contents are gone.
//@ flags: --check=type
#include "hide.h"
#include <stdlib.h>

int main(void) {
  long *numbers = malloc(sizeof *numbers);
  double *real = hide_pointer(numbers);
  *numbers = 1;
#ifdef FIXED
  *real = 2;
#endif
  double read = *real; //~ ERROR type-aliasing-violation
  free(numbers);
  return read > 2;
}
