// A thread is told of one chunk and writes to another.
//@ flags: -g -fsanecc-mode=pointer -pthread
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
//@ contains: allocated by thread T0 here:
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

struct job {
  long *numbers;
  long index;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->numbers[job->index] = 1; //~ ERROR cross-object-access
  return NULL;
}

int main(void) {
  long *numbers = calloc(40, sizeof *numbers), *others = calloc(40, sizeof *others);
  long distance = (long *)hide_pointer(others) - (long *)hide_pointer(numbers);
  struct job job = {numbers, distance};
#ifdef FIXED
  job.index = 39;
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, work, &job);
  pthread_join(thread, NULL);
  free(numbers);
  free(others);
  return 0;
}
