// A new large chunk gets the memory of one that was freed lately, and the system need not find it any: it would have to
// clear each page, at a multiple of what the program does with it. What was freed still cannot be used.
//@ only: 64-bit qemu cannot move pages of a 32-bit process, so they are copied there
//@ asan: any it takes new memory each time
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { ROUNDS = 300, LEAST = 600 << 10, MOST = 3 << 20 };

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

int main(void) {
  unsigned seed = 5;
  long pages = 0, before = faults();
  for (int round = 0; round < ROUNDS; round++) {
    seed = seed * 1103515245 + 12345;
    size_t size = LEAST + (seed >> 4) * 977ul % (MOST - LEAST);
    char *block = malloc(hide(size));
    memset(block, round, size);
    block = realloc(block, size + size / 4);
    if (block[0] != (char)round || block[size / 2] != (char)round || block[size - 1] != (char)round)
      return 2;
    free(block);
    char *zero = calloc(1, size);
    for (size_t byte = 0; byte < size; byte += 512)
      if (zero[byte])
        return 3;
    free(zero);
    pages += 2 * (size >> 12);
  }
  long taken = faults() - before;
  if (taken > pages / 2) {
    printf("%ld faults for %ld pages\n", taken, pages);
    return 1;
  }
  return 0;
}
