// A thread uses a local variable of a function that has returned.
//@ flags: -pthread
//@ contains: in the stack of thread T1, at offset 32 in the frame of keep
#include "hide.h"
#include <pthread.h>

static int *kept;

static NOINLINE void keep(int value) {
#ifdef FIXED
  static int local;
  local = value;
#else
  int local = value;
#endif
  kept = &local;
}

static void *work(void *unused) {
  keep((int)hide(3));
  if (*(volatile int *)kept != 3) //~ ERROR stack-use-after-return
    return &kept;
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
  void *result;
  pthread_join(thread, &result);
  return result != NULL;
}
