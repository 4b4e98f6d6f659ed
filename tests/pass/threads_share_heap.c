// Threads allocate, and free what others have allocated.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, SLOTS = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *slots[SLOTS];

static void *work(void *argument) {
  unsigned seed = (long)argument + 1;
  for (int i = 0; i < 5000; i++) {
    seed = seed * 1103515245 + 12345;
    long size = (seed >> 8 & 511) + 1;
    char *block = malloc(size);
    memset(block, 5, size);
    pthread_mutex_lock(&lock);
    char *old = slots[seed >> 20 & (SLOTS - 1)];
    slots[seed >> 20 & (SLOTS - 1)] = block;
    pthread_mutex_unlock(&lock);
    if (old && old[0] != 5)
      abort();
    free(old);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, work, (void *)i) != 0)
      return 2;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < SLOTS; i++)
    free(slots[i]);
  return 0;
}
