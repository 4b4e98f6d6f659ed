// A pointer to a variable of an inlined function.
#include "hide.h"

static inline __attribute__((always_inline)) int *make(void) {
  int storage = 3;
  int *local = &storage;
  return hide_pointer(local);
}

int main(void) {
  int *pointer = make();
  *(volatile int *)pointer = 5; //~ ERROR stack-use-after-scope
  return 0;
}
