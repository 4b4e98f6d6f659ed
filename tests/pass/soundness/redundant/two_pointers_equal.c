// Two pointers into two objects.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int add(int *left, int *right, long index) {
  int sum = left[index];
  return sum + right[index];
}

int main(void) {
  int *left = hide_pointer(calloc(8, sizeof *left));
  int *right = hide_pointer(calloc(8, sizeof *right));
  int sum = add(left, right, hide(7));
  free(left);
  free(right);
  return sum;
}
