// A function is told of an array of its caller and writes to one of its own.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

struct view {
  int *first;
  long count;
};

NOINLINE static void fill(struct view *view, long index) {
  view->first[index] = 1; //~ ERROR cross-object-access
}

NOINLINE static int with_own(struct view *view) {
  int own[20] = {0};
  touch(own);
  long index = (int *)hide_pointer(own) - (int *)hide_pointer(view->first);
#ifdef FIXED
  index = hide(3);
#endif
  fill(view, index);
  touch(own);
  return own[0];
}

int main(void) {
  int numbers[20] = {0};
  struct view view = {numbers, 20};
  touch(&view);
  return with_own(&view) + numbers[0];
}
