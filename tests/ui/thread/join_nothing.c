// A handle is joined that no thread ever had.
//@ flags: -pthread
//@ contains: unknown thread
//@ asan: any it does not say where
#include "hide.h"
#include <pthread.h>

static void *work(void *argument) { return argument; }

int main(void) {
  pthread_t thread = 0;
#ifdef FIXED
  if (pthread_create(&thread, NULL, work, NULL) != 0)
    return 2;
#else
  (void)work;
#endif
  touch(&thread);
  pthread_join(thread, NULL); //~ ERROR invalid-join
  return 0;
}
