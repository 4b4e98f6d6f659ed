// An allocator states the size of what it returns, and returns less.
//@ contains: nothing is read yet: the source states that so many bytes can be
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"
#include <stdlib.h>

__attribute__((noinline, alloc_size(1, 2))) static void *take(size_t count, size_t size) {
#ifdef FIXED
  return hide(1) ? calloc(count, size) : NULL;
#else
  return calloc(count - 1, size);
#endif
}

int main(void) {
  int *numbers = take(10, sizeof *numbers); //~ ERROR heap-buffer-overflow
  int number = numbers[0];
  free(numbers);
  return number;
}
