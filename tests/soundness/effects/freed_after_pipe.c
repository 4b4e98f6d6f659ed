// Another thread frees, and a pipe tells of it.
//@ levels: O2
//@ flags: -pthread
//@ kills-mutants: effects/library-unknown
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int told[2], asked[2];
static char letter;

static void *work(void *number) {
  if (read(asked[0], &letter, 1) == 1)
#ifdef FIXED
    *(int *)number = 3;
#else
    free(number);
#endif
  return (void *)write(told[1], "x", 1);
}

static NOINLINE int twice(int *number) {
  int before = *number;
#ifdef FIXED
  if (write(asked[1], "x", 1) != 1)
    return 0;
#else
  write(asked[1], "x", 1);
#endif
  if (read(told[0], &letter, 1) != 1)
    return 0;
  return before + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  pthread_t thread;
  if (pipe(told) || pipe(asked))
    return 1;
  pthread_create(&thread, 0, work, number);
  int sum = twice(number);
  pthread_join(thread, 0);
  return sum == 77;
}
