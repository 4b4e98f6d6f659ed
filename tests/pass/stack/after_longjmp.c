// A longjmp over protected frames, then new frames on the same stack.
#include "hide.h"
#include <setjmp.h>

static jmp_buf place;

static NOINLINE void leave(int depth) {
  if (depth < 0)
    return;
  char buffer[200];
  touch(buffer);
  if (depth == 0)
    longjmp(place, 1);
  leave(depth - 1);
  touch(buffer);
}

static NOINLINE int reuse(long count) {
  char fresh[900];
  for (volatile long i = 0; i < count; i++)
    fresh[i] = 1;
  touch(fresh);
  return fresh[5] - 1;
}

int main(void) {
  if (setjmp(place) == 0)
    leave(20);
  return reuse(900);
}
