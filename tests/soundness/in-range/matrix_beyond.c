// Columns of a matrix are read beyond a chunk.
//@ flags: -fenable-matrix
#include "hide.h"
#include <stdlib.h>

typedef float matrix __attribute__((matrix_type(4, 4)));

static NOINLINE float trace(float *numbers, size_t stride) {
  matrix m = __builtin_matrix_column_major_load(numbers, 4, 4, stride); //~ ERROR heap-buffer-overflow
  m = m * m;
  return m[0][0] + m[1][1] + m[2][2] + m[3][3];
}

int main(void) {
  float *numbers = hide_pointer(calloc(16, sizeof *numbers));
#ifdef FIXED
  float sum = trace(numbers, hide(4));
#else
  float sum = trace(numbers, hide(5));
#endif
  free(numbers);
  return sum != 0;
}
