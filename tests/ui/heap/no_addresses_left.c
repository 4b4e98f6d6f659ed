// The system has no address left when the error is found.
//@[bad] asan: any it needs more address space to say so
//@ contains: 100-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
  unsigned long pages = 0;
  char *block = hide_pointer(malloc(100));
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) return 2;
  fclose(file);
  struct rlimit limit = {pages * 4096, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
#ifdef FIXED
  block[hide(99)] = 1;
#else
  block[hide(100)] = 1; //~ ERROR heap-buffer-overflow
#endif
  touch(block);
  free(block);
  return 0;
}
