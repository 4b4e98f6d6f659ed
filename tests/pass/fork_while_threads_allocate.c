// Children of fork have a whole heap, whatever the other threads were doing; and so has the parent.
//@ only: x86_64 the emulator fails with so many threads, also natively
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { THREADS = 6, CHILDREN = 60 };

static int over;

static NOINLINE void exercise(unsigned random, int steps) {
  char *kept[16] = {0};
  for (int i = 0; i < steps; i++) {
    random = random * 1103515245 + 12345;
    char **slot = &kept[random >> 8 & 15];
    free(*slot);
    unsigned size = (random >> 12) % ((random & 63) == 0 ? 300000 : 500) + 1;
    *slot = malloc(size);
    (*slot)[0] = (*slot)[size - 1] = 1;
  }
  for (int i = 0; i < 16; i++)
    free(kept[i]);
}

static void *work(void *argument) {
  while (!__atomic_load_n(&over, __ATOMIC_RELAXED))
    exercise((unsigned)(long)argument, 50);
  return 0;
}

static void *once(void *argument) {
  exercise(99, 100);
  return 0;
}

int main(void) {
  pthread_t threads[THREADS], another;
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], 0, work, (void *)i))
      return 2;
  int failed = 0;
  for (int i = 0; i < CHILDREN; i++) {
    pid_t child = fork();
    if (child == 0) {
      exercise(i, 300);
      // It may have threads of its own, too.
      if (i % 4 == 0 && (pthread_create(&another, 0, once, 0) || pthread_join(another, 0)))
        _exit(4);
      _exit(0);
    }
    int status;
    failed |= child < 0 || waitpid(child, &status, 0) != child || status != 0;
  }
  __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return failed;
}
