// A jump leaves the frames below the one that it leads to. What protects the others stays.
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3
//@ contains: 'kept'
#include "hide.h"
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;

// The compiler finds out that this never comes back where it is called below.
void never(int number);
NOINLINE void never(int number) {
  char buffer[20];
  touch(buffer);
  if (number)
    siglongjmp(place, 1);
}

static void go(int number) {
  char buffer[200];
  touch(buffer);
  if (number)
#if WAY == 1
    longjmp(place, 1);
#else
    siglongjmp(place, 1);
#endif
}

static NOINLINE void deep(int depth) {
  char buffer[100];
  touch(buffer);
  if (depth > 0)
    deep(depth - 1);
  else
#if WAY == 2
    raise(SIGUSR1);
#elif WAY == 3
    never(1);
#else
    go((int)hide(1));
#endif
  touch(buffer);
}

static NOINLINE void jump(void) {
  int local[3];
  touch(local);
#if WAY == 1
  if (setjmp(place) == 0)
#else
  if (sigsetjmp(place, 1) == 0)
#endif
    deep(5);
  touch(local);
}

static NOINLINE int sum(const int *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i]; //~ ERROR stack-buffer-overflow
  return all;
}

int main(void) {
  int kept[8] = {(int)hide(1)};
  touch(kept);
  signal(SIGUSR1, go);
  jump();
#ifdef FIXED
  return sum(kept, hide(8)) == 77;
#else
  return sum(kept, hide(9)) == 77;
#endif
}
