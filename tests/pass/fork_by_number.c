// The kernel is asked for copies of the process by number, of which the C library tells nobody. They have a whole heap all the same, whatever
// other threads were doing.
//@ only: 64-bit the emulator for 32 bits hangs or fails here, also natively
//@ flags: -pthread
//@ asan: any its heap is stopped only where the C library tells of a copy
#define _GNU_SOURCE
#include "hide.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __x86_64__
enum { THREADS = 4, COPIES = 60 };
#else // An emulator takes its time for each.
enum { THREADS = 4, COPIES = 20 };
#endif

// Newer processors have the general call alone.
static long copy_of_this(int number) {
#ifdef SYS_fork
  if (number & 1)
    return syscall(SYS_fork);
#endif
  return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

static int over;

static NOINLINE void exercise(unsigned random, int steps) {
  char *kept[16] = {0};
  for (int i = 0; i < steps; i++) {
    random = random * 1103515245 + 12345;
    char **slot = &kept[random >> 8 & 15];
    free(*slot);
    unsigned size = (random >> 12) % ((random & 3) == 0 ? 300000 : 500) + 1;
    *slot = malloc(size);
    (*slot)[0] = (*slot)[size - 1] = 1;
  }
  for (int i = 0; i < 16; i++)
    free(kept[i]);
}

static void *work(void *argument) {
  while (!__atomic_load_n(&over, __ATOMIC_RELAXED))
    exercise((unsigned)(long)argument, 50);
  return argument;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int copy = 0; copy < COPIES; copy++) {
    long child = copy_of_this(copy);
    if (child == 0) {
      alarm(20);
      exercise(copy, 2000);
      _exit(0);
    }
    int status;
    if (child < 0 || waitpid((pid_t)child, &status, 0) != child || status != 0) return 1;
  }
  // That one is none.
  if (syscall(SYS_clone, ~0ul, 0, 0, 0, 0) != -1) return 2;
  exercise(1, 1000);
  __atomic_store_n(&over, 1, __ATOMIC_RELAXED);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
