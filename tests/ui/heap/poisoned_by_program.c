// A program of its own allocator says what may not be touched.
#include "hide.h"
#include <sanitizer/asan_interface.h>
#include <stdlib.h>

int main(void) {
  char *pool = calloc(1, 64);
  ASAN_POISON_MEMORY_REGION(pool + 16, 32);
  touch(pool);
  int sum = pool[hide(8)];
#ifdef FIXED
  ASAN_UNPOISON_MEMORY_REGION(pool + 16, 8);
#endif
  sum += pool[hide(20)]; //~ ERROR use-after-poison
  free(pool);
  return sum;
}
