// The variable of a loop's body is kept, and used when the next round has its memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent the memory is in use again
//@ contains: earlier object that the pointer was derived from
//@ contains: keep no address of a local variable
#include "hide.h"

struct job {
  long number;
  long done;
};

struct job *first;

NOINLINE static void begin(struct job *job, long number) {
  job->number = number;
  job->done = 0;
#ifdef FIXED
  first = job;
#else
  if (!first) first = job;
#endif
}

NOINLINE static void finish_first(void) {
  first->done = 1; //~ ERROR use-after-reuse
}

int main(void) {
  long rounds = hide(3);
  for (long i = 0; i < rounds; i++) {
    struct job job;
    begin(&job, i);
    if (i == 2) finish_first();
  }
  return 0;
}
