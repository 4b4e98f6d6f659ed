// Frames that longjmp leaves behind keep no poison.
#include "hide.h"
#include <setjmp.h>
#include <string.h>

static jmp_buf place;

static NOINLINE void dive(int depth) {
  if (depth < 0)
    return;
  char buffer[100];
  long count = hide(depth + 1);
  char variable[count];
  touch(buffer);
  touch(variable);
  if (depth == 0)
    longjmp(place, 1);
  dive(depth - 1);
  touch(buffer);
}

// An unprotected frame over the same stack.
__attribute__((noinline, no_sanitize("address"))) static void unprotected(void) {
  char plain[6000];
  touch(plain);
  memset(hide_pointer(plain), 1, hide(sizeof plain));
  touch(plain);
}

static NOINLINE int protected(void) {
  char fresh[6000];
  memset(fresh, 0, hide(sizeof fresh));
  touch(fresh);
  return fresh[0];
}

int main(void) {
  volatile int sum = 0;
  for (volatile int i = 0; i < 20; i++) {
    if (setjmp(place) == 0)
      dive(25);
    unprotected();
    sum += protected();
  }
  return sum;
}
