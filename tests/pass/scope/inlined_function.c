// A pointer to a variable of the caller of an inlined function.
#include "hide.h"

static inline __attribute__((always_inline)) int *make(int *local) {
  *local = 3;
  return hide_pointer(local);
}

int main(void) {
  int storage;
  int *pointer = make(&storage);
  *(volatile int *)pointer = 5;
  return 0;
}
