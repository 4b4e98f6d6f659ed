// Two threads free the same chunk, one after the other.
//@ flags: -pthread
#include "hide.h"
#include <pthread.h>
#include <stdlib.h>

static void *drop(void *block) {
  free(block); //~ ERROR double-free
  return NULL;
}

int main(void) {
  void *block = hide_pointer(malloc(100));
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, drop, block) != 0)
      return 2;
    pthread_join(thread, NULL);
#ifdef FIXED
    block = i == 0 ? hide_pointer(malloc(100)) : NULL;
#endif
  }
  return 0;
}
