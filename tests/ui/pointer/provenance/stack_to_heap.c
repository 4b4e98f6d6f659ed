// A structure on the stack holds the address of an array beside it; an index leads from there into a chunk.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
//@ contains: inside of 80-byte region
#include "hide.h"
#include <stdlib.h>

struct view {
  int *numbers;
  long count;
};

NOINLINE static int at(const struct view *view, long index) {
  return view->numbers[index]; //~ ERROR cross-object-access
}

int main(void) {
  int near[16] = {0};
  int *far = calloc(20, sizeof *far);
  struct view view = {near, 16};
  long distance = ((char *)hide_pointer(far) - (char *)hide_pointer(near)) / (long)sizeof *far;
#ifdef FIXED
  distance = 0;
#endif
  int sum = at(&view, 3) + at(&view, distance + 2);
  free(far);
  return sum;
}
