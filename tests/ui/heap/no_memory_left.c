// The system has no memory left, also for the report.
//@ only: x86_64 an emulator has an address space of its own
//@[bad] asan: any it needs more address space to say so
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) return 2;
  fclose(file);
  struct rlimit limit = {pages * 4096 + (32UL << 20), RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  char *block = malloc((size_t)hide(10));
  for (size_t size = 1 << 20; size >= 16; size /= 2)
    while (hide_pointer(malloc(size)))
      ;
  touch(block);
#ifdef FIXED
  return block[hide(9)] && 0;
#else
  return block[hide(10)]; //~ ERROR heap-buffer-overflow
#endif
}
