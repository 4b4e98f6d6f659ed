// A thread reads more than was passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at variadic arguments
//@ flags: -pthread
//@ contains: (thread T1)
//@ contains: 1 variable argument was passed, and another one is read as 'int'
#include "hide.h"
#include <pthread.h>
#include <stdarg.h>

#ifdef FIXED
#define COUNT 1
#else
#define COUNT 2
#endif

NOINLINE static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return total;
}

static void *run(void *argument) {
  int *result = argument;
  *result = sum(COUNT, 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  int result = 0;
  pthread_create(&thread, 0, run, &result);
  pthread_join(thread, 0);
  return result == 1000;
}
