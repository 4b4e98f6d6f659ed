// 64 threads allocate, write, check and free each other's chunks, of all sizes.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 64, SLOTS = 512, STEPS = 2000 };

struct block {
  unsigned size, stamp;
  unsigned char bytes[];
};

static struct block *slots[SLOTS];
static int failed;

static struct block *new_block(unsigned random) {
  unsigned size = random % 97 == 0 ? random % 200000 : random % 600;
  struct block *block = malloc(sizeof *block + size);
  block->size = size;
  block->stamp = size * 2654435761u;
  memset(block->bytes, (unsigned char)size, size);
  return block;
}

static void check_and_free(struct block *block) {
  int right = block->stamp == block->size * 2654435761u;
  if (block->size)
    right &= block->bytes[0] == (unsigned char)block->size && block->bytes[block->size - 1] == (unsigned char)block->size;
  if (!right)
    __atomic_store_n(&failed, 1, __ATOMIC_RELAXED);
  free(block);
}

static void *work(void *argument) {
  unsigned random = (unsigned)(long)argument * 7919 + 1;
  for (int i = 0; i < STEPS; i++) {
    random = random * 1103515245 + 12345;
    struct block *mine = random & 0x10000 ? new_block(random >> 8) : 0;
    struct block *theirs = __atomic_exchange_n(&slots[(random >> 4) % SLOTS], mine, __ATOMIC_ACQ_REL);
    if (theirs)
      check_and_free(theirs);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], 0, work, (void *)i))
      return 2;
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < SLOTS; i++)
    if (slots[i])
      check_and_free(slots[i]);
  return failed;
}
