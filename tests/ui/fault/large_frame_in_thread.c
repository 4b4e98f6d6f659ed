// A frame that reaches over the page at the end of a thread's stack into memory that is someone else's.
//@ flags: -pthread
//@ asan: any it looks where the access went
//@ only: probed nothing touches the guard
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, BELOW = 16 << 20, STACK = 1 << 18 };

#ifdef FIXED
static NOINLINE void use(long at) { char room[9 << 10]; ((volatile char *)room)[at] = 1; touch(room); }
#else
static NOINLINE void use(long at) { char room[9 << 20]; ((volatile char *)room)[at] = 1; touch(room); } //~ ERROR stack-overflow
#endif

static void *run(void *argument) {
  use(hide(0));
  return argument;
}

int main(void) {
  char *memory = mmap(0, BELOW + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + BELOW - PAGE, PAGE, PROT_NONE))
    abort();
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory + BELOW, STACK);
  if (pthread_create(&thread, &attributes, run, 0))
    abort();
  pthread_join(thread, 0);
  return 0;
}
