// A thread-local array of another file, a part of which the program has poisoned.
//@ aux: aux/thread_local_bytes.c
#include "hide.h"

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

extern _Thread_local char bytes_of_thread[];

NOINLINE static int at(long i) {
  return bytes_of_thread[i]; //~ ERROR use-after-poison
}

int main(void) {
  __asan_poison_memory_region(bytes_of_thread + 16, 16);
#ifdef FIXED
  return at(hide(15));
#else
  return at(hide(16));
#endif
}
