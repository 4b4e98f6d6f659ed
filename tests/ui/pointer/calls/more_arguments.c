// A callback takes nothing, and is called with what the list keeps for it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'void (void)' is called as 'void (void *)'
#include "hide.h"

typedef void (*action)(void *data);

static int count;

NOINLINE static void step(void) { count++; }

NOINLINE static void add(void *data) { count += *(int *)data; }

NOINLINE static void run(action act, void *data) {
  act(data); //~ ERROR type-confused-call
}

int main(void) {
  int one = 1;
#ifdef FIXED
  run(add, &one);
  step();
#else
  run((action)step, &one);
  add(&one);
#endif
  return count == 0;
}
