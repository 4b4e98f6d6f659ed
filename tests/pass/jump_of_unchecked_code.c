// A function that never comes back ends in unchecked code, of which nobody said that it does not come back either. What the frames have
// poisoned that are left is addressable again.
//@ aux: aux/unchecked_jump.c
//@ defines: WAY=1 WAY=2 WAY=3
#include "hide.h"
#include <setjmp.h>
#include <stdio.h>

extern jmp_buf unchecked_place;
void unchecked_jump(void);
int unchecked_objects(int (*sum)(const char *first, int count));

_Noreturn void fail(void);

#if WAY == 2
__attribute__((weak))
#endif
NOINLINE _Noreturn void fail(void) {
  char buffer[50];
  touch(buffer);
#if WAY == 3
  for (;;)
    unchecked_jump();
#else
  unchecked_jump();
  __builtin_unreachable();
#endif
}

static NOINLINE void deep(int depth) {
  char buffer[100];
  touch(buffer);
  if (depth == 0)
    fail();
  deep(depth - 1);
  touch(buffer);
}

static NOINLINE int sum(const char *first, int count) {
  int all = 0;
  for (int i = 0; i < count; i++)
    all += first[i];
  return all;
}

int main(void) {
  if (setjmp(unchecked_place) == 0)
    deep((int)hide(15));
  printf("%d\n", unchecked_objects(sum));
  return 0;
}
