// The program poisons a part of an object; who accesses it knows the object by its pointer alone.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ defines: WHICH=CHUNK WHICH=VARIABLE WHICH=LOCAL WHICH=POOL
#include "hide.h"
#include <stdlib.h>

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

enum which { CHUNK, VARIABLE, LOCAL, POOL };

struct part {
  long first, second, others[100], third, fourth;
};

struct holder {
  struct part *part;
};

static struct part variable;

NOINLINE static long read_third(struct holder *holder) {
  long sum = holder->part->first;
#ifdef FIXED
  return sum + holder->part->fourth;
#else
  return sum + holder->part->third; //~ ERROR use-after-poison
#endif
}

int main(void) {
  struct part local = {0};
  struct holder *holder = malloc(sizeof *holder);
  switch (WHICH) {
  case CHUNK:
    holder->part = calloc(1, sizeof(struct part));
    break;
  case VARIABLE:
    holder->part = &variable;
    break;
  case LOCAL:
    holder->part = &local;
    break;
  case POOL:
    // A pool of memory, all of which is poisoned until somebody gets a part of it.
    holder->part = (struct part *)calloc(100, sizeof(struct part)) + 50;
    break;
  }
  touch(holder);
  long sum = holder->part->second;
  __asan_poison_memory_region(&holder->part->third, sizeof(long));
  touch(holder);
  sum += read_third(holder);
  return (int)sum;
}
