// A thread ends with poison in its thread-local memory; the next one gets the same memory.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <string.h>

void __asan_poison_memory_region(void const volatile *address, size_t size);

static __thread char local[64];

static void *poison(void *argument) {
  touch(local);
  __asan_poison_memory_region(hide_pointer(local), sizeof local);
  return argument;
}

static void *use(void *argument) {
  memset(hide_pointer(local), 1, hide(sizeof local));
  ((volatile char *)local)[hide(63)] = 2;
  return argument;
}

int main(void) {
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, i % 2 ? use : poison, NULL) != 0)
      return 2;
    pthread_join(thread, NULL);
  }
  return 0;
}
