// The second pointer was checked for the other object only.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int add(int *left, int *right, long index) {
  int sum = left[index];
  return sum + right[index]; //~ ERROR heap-buffer-overflow
}

int main(void) {
  int *left = hide_pointer(calloc(8, sizeof *left));
#ifdef FIXED
  int *right = hide_pointer(calloc(8, sizeof *right));
#else
  int *right = hide_pointer(calloc(7, sizeof *right));
#endif
  int sum = add(left, right, hide(7));
  free(left);
  free(right);
  return sum;
}
