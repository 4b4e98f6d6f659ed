// A pointer to a variable of an inlined function.
#include "hide.h"

#ifdef FIXED
static inline __attribute__((always_inline)) int *make(int *local) {
  *local = 3;
#else
static inline __attribute__((always_inline)) int *make(void) {
  int storage = 3;
  int *local = &storage;
#endif
  return hide_pointer(local);
}

int main(void) {
#ifdef FIXED
  int storage;
  int *pointer = make(&storage);
#else
  int *pointer = make();
#endif
  *(volatile int *)pointer = 5; //~ ERROR stack-use-after-scope
  return 0;
}
