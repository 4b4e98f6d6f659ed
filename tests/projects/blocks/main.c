// Nothing but allocations: several threads that allocate, fill and free small blocks, some of which another thread frees.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, KEPT = 4096, SHARED = 64 };

static _Atomic(char *) shared[SHARED];
static long rounds;

// Most blocks of real programs are short, few are long.
static size_t size_for(uint32_t random) {
  return (random & 15) == 0 ? 8 + (random >> 8) % 1000 : 8 + (random >> 8) % 120;
}

static void *work(void *argument) {
  static _Thread_local char *kept[KEPT];
  uint32_t random = 2463534242u + 7919u * (uint32_t)(intptr_t)argument;
  uint64_t sum = 0;
  for (long round = 0; round < rounds; round++) {
    random ^= random << 13;
    random ^= random >> 17;
    random ^= random << 5;
    char **place = &kept[random % KEPT];
    free(*place);
    size_t size = size_for(random);
    char *block = (round & 63) == 0 ? calloc(1, size) : malloc(size);
    if (!block)
      abort();
    block[0] = (char)random;
    block[size - 1] = (char)size;
    sum += (unsigned char)block[0] + size;
    *place = block;
    if ((random >> 20 & 31) == 0)
      *place = atomic_exchange(&shared[random % SHARED], block);
  }
  for (int place = 0; place < KEPT; place++)
    free(kept[place]);
  return (void *)(uintptr_t)sum;
}

int main(int argc, char **argv) {
  pthread_t threads[THREADS];
  uint64_t sum = 0;
  rounds = argc > 1 ? atol(argv[1]) : 1000;
  for (intptr_t thread = 0; thread < THREADS; thread++)
    if (pthread_create(&threads[thread], 0, work, (void *)thread))
      abort();
  for (int thread = 0; thread < THREADS; thread++) {
    void *result;
    pthread_join(threads[thread], &result);
    sum += (uintptr_t)result;
  }
  for (int place = 0; place < SHARED; place++)
    free(shared[place]);
  printf("%llu\n", (unsigned long long)sum);
  return 0;
}
