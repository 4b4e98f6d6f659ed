// Limits of recursion measure how deep the stack is by the address of a local.
//@ levels: O0 O1 O2
//@ asan: any it has the local elsewhere
#include "hide.h"
#include <stdlib.h>

static char *base;
static long most = 100000;
static int grows_up;

NOINLINE static int by_sign(void) {
  char mark;
  long depth = base - &mark;
  if (depth < 0)
    depth = -depth;
  if (depth > most && base)
    return 1;
  return 0;
}

NOINLINE static int by_direction(void) {
  char mark;
  long depth = grows_up ? &mark - base : base - &mark;
  return depth > most;
}

NOINLINE static int absolute(void) {
  char mark;
  return labs(base - &mark) > most;
}

NOINLINE static int by_pointer(void) {
  char mark, *here = &mark;
  long depth;
  depth = here < base ? base - here : here - base;
  return depth > most;
}

NOINLINE static int bounded(void) {
  char mark;
  long depth = base - &mark;
  if (depth < 16)
    depth = 16;
  if (depth > 10000000)
    depth = 10000000;
  return (int)(depth / 1024) > most / 1024;
}

int main(void) {
  base = __builtin_frame_address(0);
  return by_sign() + by_direction() + absolute() + by_pointer() + bounded();
}
