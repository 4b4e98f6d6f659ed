// Pointers of which nothing is known, as arguments behind calls that passed others, also where a handler of signals comes in between: what was passed there before is not theirs.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

// Others may call these, so that provenance is passed by the thread's block.
NOINLINE int first_of(const int *values, long count) {
  touch((void *)values);
  return count ? values[count - 1] : 0;
}

NOINLINE int sum_of(const int *values, const int *more) {
  touch((void *)more);
  return values[0] + more[0];
}

static int handled;

static void handle(int number) {
  int *own = calloc(1, sizeof *own);
  handled += sum_of(own, own) + number;
  free(own);
}

int main(void) {
  int *small = calloc(1, sizeof *small), *large = calloc(9, sizeof *large);
  large[8] = 5;
  int sum = first_of(small, 1);
  // Nobody knows the object of a number.
  long address = hide((long)large);
  sum += first_of((const int *)address, 9);
  sum += sum_of(small, (const int *)(address + 32));
  signal(SIGUSR1, handle);
  for (int i = 0; i < 3; i++) {
    sum += sum_of(small, large + 8);
    raise(SIGUSR1);
    sum += first_of(large, 9);
  }
  printf("%d %d\n", sum, handled == 3 * SIGUSR1);
  free(small);
  free(large);
  return 0;
}
