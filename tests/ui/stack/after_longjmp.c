// After a longjmp over protected frames, new frames are protected all the same.
//@ contains: 'fresh'
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
    fresh[i] = 1; //~ ERROR stack-buffer-overflow
  touch(fresh);
  return fresh[5] - 1;
}

int main(void) {
  if (setjmp(place) == 0)
    leave(20);
#ifdef FIXED
  return reuse(900);
#else
  return reuse(901);
#endif
}
