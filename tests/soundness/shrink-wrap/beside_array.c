// A frame was made beside an array of variable length, which is gone when functions are called that a jump leaves.
//@ kills-mutants: shrink-wrap/fixed-stack-pointer
#include "hide.h"
#include <setjmp.h>

static jmp_buf back;
static long *kept;

static NOINLINE void keep(long *place) { kept = place; }

static NOINLINE void jump(void) {
  char deep[2048];
  touch(deep);
  longjmp(back, 1);
}

static NOINLINE void come_back(void) {
  if (setjmp(back) == 0)
    jump();
}

static NOINLINE long sum(const char *bytes, long length) {
  long all = 0;
  for (long i = 0; i < length; i++)
    all += bytes[i];
  return all;
}

static NOINLINE void wants_a_frame(void) {
  long row[4];
  long *before = kept;
  keep(row);
  keep(before);
}

static NOINLINE long look(long length) {
  long row[4];
  {
    char bytes[length];
    for (long i = 0; i < length; i++)
      bytes[i] = 1;
    keep(row);
    row[1] = sum(bytes, length);
  }
  come_back();
  wants_a_frame();
#ifdef FIXED
  return kept[hide(1)];
#else
  return kept[hide(4)]; //~ ERROR stack-buffer-overflow
#endif
}

int main(void) { return look(hide(256)) != 256; }
