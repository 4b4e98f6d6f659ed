// All rows of a variable matrix.
#include "hide.h"

int main(void) {
  long rows = hide(3), columns = hide(5);
  short matrix[rows][columns];
  touch(matrix);
  matrix[hide(2)][hide(4)] = 1;
  touch(matrix);
  return 0;
}
