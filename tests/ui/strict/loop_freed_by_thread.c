// Freed by another thread in the first iteration, as this one learns by a volatile variable.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): any LLVM may read before the loop
//@[bad] asan(O0 O1 O3): any only one level is compared
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static volatile int stage;

static void *work(void *p) {
  while (stage != 1)
    ;
#ifndef FIXED
  free(p);
#endif
  stage = 2;
  return p;
}

static NOINLINE int sum(const int *p, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += *p; //~ ERROR heap-use-after-free
    if (stage == 0)
      stage = 1;
    while (stage != 2)
      ;
  }
  return sum;
}

int main(void) {
  pthread_t thread;
  int *p = calloc(4, sizeof *p);
  if (!p || pthread_create(&thread, 0, work, p))
    return 1;
  int x = sum(p, hide(2));
  pthread_join(thread, 0);
#ifdef FIXED
  free(p);
#endif
  return x & 0;
}
