// Ten thousand threads, one after the other and some at once: what each of them needed is used again.
//@ only: x86_64 the emulator fails with so many threads, also natively
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 8, ROUNDS = 1250 };

static NOINLINE char last_of(char *room, int size) {
  memset(room, 3, size);
  return room[size - 1];
}

static void *work(void *argument) {
  char local[200];
  char *block = malloc(hide(100)), *large = malloc(hide(300000));
  large[299999] = last_of(block, 100) + last_of(local, 200);
  long sum = large[299999];
  free(block);
  free(large);
  return (void *)(sum - 6);
}

// Kilobytes of address space and of memory.
static void measure(long *space, long *memory) {
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", space, memory) != 2)
    abort();
  fclose(file);
  *space *= 4;
  *memory *= 4;
}

int main(void) {
  long space, memory, space_now, memory_now;
  for (int round = 0; round < ROUNDS; round++) {
    pthread_t threads[AT_ONCE];
    void *result;
    for (int i = 0; i < AT_ONCE; i++)
      if (pthread_create(&threads[i], 0, work, 0))
        return 2;
    for (int i = 0; i < AT_ONCE; i++)
      if (pthread_join(threads[i], &result) || result)
        return 3;
    if (round == ROUNDS / 5)
      measure(&space, &memory);
  }
  measure(&space_now, &memory_now);
  // A page for each of the eight thousand threads since would be 32 MB.
  return space_now - space > 16 << 10 || memory_now - memory > 8 << 10;
}
