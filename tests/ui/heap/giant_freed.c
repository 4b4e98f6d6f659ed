// Reads in the middle of a chunk that was freed, of which there is neither memory nor shadow any more.
//@ only: x86_64 an emulator has an address space of its own
//@ contains: 1073741824-byte region
//@ contains: freed by thread T0 here
//@ contains: previously allocated by thread T0 here
//@[fixed] asan: any it keeps the shadow of what waits
#include "hide.h"
#ifdef FIXED
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

// The most memory that the program has had, in KiB.
static long peak(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int main(void) {
  size_t size = (size_t)1 << 30;
  long first = 0;
  for (int round = 0; round < 20; round++) {
    char *block = hide_pointer(malloc(size + (size_t)round * 4096));
    if (!block)
      return 0;
    block[0] = block[hide(size / 2)] = block[size - 1] = 1;
    free(block);
    if (round == 0)
      first = peak();
  }
  if (peak() > first + (16 << 10)) {
    printf("%ld KiB at first, %ld in the end\n", first, peak());
    return 1;
  }
  return 0;
}
#else
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 30;
  char *block = hide_pointer(malloc(size));
  if (!block)
    return 0;
  block[size / 2] = 1;
  free(block);
  return *(volatile char *)(block + hide(size / 2)); //~ ERROR heap-use-after-free
}
#endif
