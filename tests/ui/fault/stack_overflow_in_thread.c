// A recursion without end uses the stack of a thread up.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stddef.h>

#ifdef FIXED
static volatile long last = 100;
#else
static volatile long last = -1;
#endif

// On one line: the stack may end at the call or at the store.
static NOINLINE long descend(long depth) { volatile char room[300]; room[depth % 300] = 1; return depth == last ? 0 : descend(depth + 1) + room[0] * 0; } //~ ERROR stack-overflow

static void *work(void *unused) {
  (void)unused;
  return (void *)descend(0);
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  return pthread_join(thread, NULL);
}
