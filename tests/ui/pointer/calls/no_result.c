// The result of a function that has none is used.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'void (int)' is called as 'int (int)'
#include "hide.h"

static int state;

NOINLINE static void set(int to) { state = to; }

NOINLINE static int get(int more) { return state + more; }

int main(void) {
  set((int)hide(1));
#ifdef FIXED
  int (*volatile function)(int) = get;
#else
  int (*volatile function)(int) = (int (*)(int))set;
#endif
  int result = function(4); //~ ERROR type-confused-call
  return result == 77;
}
