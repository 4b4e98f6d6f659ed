// Behind the last row of a variable matrix.
#include "hide.h"

int main(void) {
  long rows = hide(3), columns = hide(5);
  short matrix[rows][columns];
  touch(matrix);
#ifdef FIXED
  matrix[hide(2)][hide(4)] = 1;
#else
  matrix[hide(2)][hide(5)] = 1; //~ ERROR dynamic-stack-buffer-overflow
#endif
  touch(matrix);
  return 0;
}
