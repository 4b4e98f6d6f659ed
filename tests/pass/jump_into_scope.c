// What has saved its place inside of a scope comes back there when the scope was over: its variables may be used again.
//@ only: x86_64 other processors may have no such jump
#define _GNU_SOURCE
#include "hide.h"
#include <setjmp.h>
#include <string.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static NOINLINE int fill(char *text, int value) {
  memset(text, value, 24);
  touch(text);
  return text[hide(5)];
}

static NOINLINE int by_setjmp(void) {
  jmp_buf back;
  volatile int rounds = 0, sum = 0;
  {
    char text[24];
    fill(text, 0);
    setjmp(back);
    rounds = rounds + 1;
    sum = sum + fill(text, rounds);
  }
  {
    char other[24];
    sum = sum + fill(other, 10);
  }
  if (rounds < 3)
    longjmp(back, 1);
  return sum;
}

static NOINLINE int by_sigsetjmp(void) {
  sigjmp_buf back;
  volatile int rounds = 0, sum = 0;
  {
    char text[24];
    fill(text, 0);
    sigsetjmp(back, 1);
    rounds = rounds + 1;
    sum = sum + fill(text, rounds);
  }
  if (rounds < 3)
    siglongjmp(back, 1);
  return sum;
}

static void *place[5];
static NOINLINE void jump(void) { __builtin_longjmp(place, 1); }

static NOINLINE int by_builtin(void) {
  volatile int rounds = 0, sum = 0;
  {
    char text[24];
    fill(text, 0);
    if (__builtin_setjmp(place))
      sum = sum + 1;
    rounds = rounds + 1;
    sum = sum + fill(text, rounds);
  }
  if (rounds < 3)
    jump();
  return sum;
}

static NOINLINE int by_context(void) {
  ucontext_t back;
  volatile int rounds = 0, sum = 0;
  {
    char text[24];
    fill(text, 0);
    getcontext(&back);
    rounds = rounds + 1;
    sum = sum + fill(text, rounds);
  }
  if (rounds < 3)
    setcontext(&back);
  return sum;
}

static NOINLINE int by_vfork(void) {
  volatile int sum = 0;
  {
    char text[24];
    fill(text, 0);
    pid_t child = vfork();
    if (child != 0) {
      sum = fill(text, 6);
      waitpid(child, 0, 0);
      return sum;
    }
  }
  _exit(0);
}

int main(void) {
  if (by_setjmp() != 36 || by_sigsetjmp() != 6 || by_builtin() != 8)
    return 1;
  return by_context() != 6 || by_vfork() != 6;
}
