// An index of a local array leads to a global variable.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
//@ contains: it is local variable 'numbers' of main
//@ contains: 'limit'
#include "hide.h"

static long limit[4] = {100};

struct window {
  long *from;
};

NOINLINE static void set(struct window *window, long index, long value) {
  window->from[index] = value; //~ ERROR cross-object-access
}

int main(void) {
  long numbers[8] = {0};
  struct window window = {numbers};
  touch(&window);
  touch(limit);
  long index = (long *)hide_pointer(limit) - (long *)hide_pointer(numbers);
#ifdef FIXED
  index = hide(7);
#endif
  set(&window, index, 7);
  return numbers[0] != 0;
}
