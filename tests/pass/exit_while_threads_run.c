// A process ends while its threads allocate, start and end; also when leaks are looked for.
//@ flags: -pthread
//@ options: detect_leaks=1
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROCESSES = 12, THREADS = 8 };

static int running;

static void *brief(void *argument) {
  free(malloc(hide(1000)));
  return argument;
}

static void *work(void *argument) {
  __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED);
  for (unsigned i = 0;; i++) {
    char *block = malloc(hide(i % 3000 + 1));
    memset(block, 1, i % 3000 + 1);
    free(block);
    pthread_t another;
    if (i % 64 == 0 && pthread_create(&another, 0, brief, 0) == 0)
      pthread_join(another, 0);
  }
  return argument;
}

static int process(int number) {
  pthread_t thread;
  for (int i = 0; i < THREADS; i++)
    if (pthread_create(&thread, 0, work, 0))
      return 2;
  while (__atomic_load_n(&running, __ATOMIC_RELAXED) < THREADS)
    usleep(100);
  usleep(number * 200);
  return 0;
}

int main(void) {
  for (int i = 0; i < PROCESSES; i++) {
    pid_t child = fork();
    if (child == 0)
      exit(process(i));
    int status;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
      return 3;
  }
  return 0;
}
