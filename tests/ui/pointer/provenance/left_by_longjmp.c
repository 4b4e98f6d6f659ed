// A variable of a function that was left by longjmp is used: nobody has told that it has ended.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <setjmp.h>

static jmp_buf place;
static int *kept;

static NOINLINE void leave(int value) {
#ifdef FIXED
  static int local;
  local = value;
#else
  int local = value;
#endif
  kept = &local;
  longjmp(place, 1);
}

static NOINLINE void descend(int value) {
  char room[2000];
  touch(room);
  leave(value);
  touch(room);
}

static NOINLINE void use(void) {
  int local = 5;
  int *volatile own = &local;
  *own += 1;
}

int main(void) {
  if (setjmp(place) == 0)
    descend((int)hide(4));
  // Frames that were left are collected when another one begins above them.
  use();
  return *(volatile int *)kept - 4; //~ ERROR stack-use-after-return
}
