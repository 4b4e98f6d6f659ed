// Threads store pointers in the same places, by plain writes under locks and by atomic ones without.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O2
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct box {
  long value;
  long copy;
};

static struct box *guarded[8];
static _Atomic(struct box *) free_for_all[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct box *new_box(long value) {
  struct box *box = malloc(sizeof *box);
  box->value = box->copy = value;
  return box;
}

static void *work(void *argument) {
  unsigned seed = *(unsigned *)argument;
  for (int round = 0; round < 20000; round++) {
    seed = seed * 1103515245 + 12345;
    int at = seed >> 20 & 7;
    struct box *old = atomic_exchange(&free_for_all[at], new_box(round));
    if (old && old->value != old->copy) exit(1);
    free(old);
    pthread_mutex_lock(&lock);
    if (guarded[at]) guarded[at]->value = guarded[at]->copy = seed;
    free(guarded[at]);
    guarded[at] = new_box(round);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[4];
  unsigned seeds[4] = {1, 2, 3, 4};
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], NULL, work, &seeds[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 8; i++) {
    free(guarded[i]);
    free(atomic_load(&free_for_all[i]));
  }
  return 0;
}
