// What protects frames stays while a function that never comes back runs below them, and after it has left by a jump those above.
//@ aux: aux/never_comes_back.c
//@ asan(O1 O2): silent Functions with assembly are not on its fake stack, and it takes everything to be left.
//@ defines: WAY=0 WAY=1 WAY=2 WAY=3
//@ contains: 'kept'
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

extern jmp_buf elsewhere;
void jumps_elsewhere(int value) __attribute__((noreturn));

static const int *first;

static NOINLINE int sum(const int *numbers, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += numbers[i]; //~ ERROR stack-buffer-overflow
  return all;
}

#ifdef FIXED
static void at_exit(void) { _Exit(sum(first, hide(8)) == 77); }
#else
static void at_exit(void) { _Exit(sum(first, hide(9)) == 77); }
#endif

#if WAY == 3
static void interrupted(int number) {
  touch(&number);
  longjmp(elsewhere, 1);
}
#endif

#if WAY == 1
static void (*volatile function)(int) __attribute__((noreturn)) = jumps_elsewhere;
#endif

static NOINLINE void deep(int depth) {
  char buffer[100];
  touch(buffer);
  if (depth > 0)
    deep(depth - 1);
  else
#if WAY == 0
    jumps_elsewhere((int)hide(1));
#elif WAY == 1
    function(1);
#elif WAY == 2
    exit(0);
#else
    abort();
#endif
  touch(buffer);
}

static NOINLINE void leave(void) {
  int local[3];
  touch(local);
  if (setjmp(elsewhere) == 0)
    deep(5);
  touch(local);
}

int main(void) {
  int kept[8] = {(int)hide(1)};
  touch(kept);
  first = kept;
#if WAY == 2
  atexit(at_exit);
#elif WAY == 3
  signal(SIGABRT, interrupted);
#endif
  leave();
  at_exit();
}
