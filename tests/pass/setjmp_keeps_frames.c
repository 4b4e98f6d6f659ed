// Functions that are left by longjmp, again and again, and one that lives through it.
#include "hide.h"
#include <setjmp.h>

static jmp_buf place;
static long *kept;

static NOINLINE void leave(long depth) {
  long local = depth;
  long *volatile own = &local;
  if (depth == 0)
    longjmp(place, 1);
  leave(depth - 1);
  *own += 1;
}

static NOINLINE void attempt(void) {
  if (setjmp(place) == 0)
    leave(hide(20));
}

static NOINLINE long whole(long turns) {
  long count = 0;
  kept = &count;
  for (long i = 0; i < turns; i++) {
    attempt();
    *kept += 1;
  }
  return count;
}

int main(void) {
  return whole(hide(5000)) != 5000;
}
