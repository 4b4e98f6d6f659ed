// The system has no more addresses, and the program's options say that this is an error.
//@ only: x86_64 an emulator has an address space of its own
//@[bad] options: allocator_may_return_null=0
//@[bad] asan: any it needs more address space to say so
//@[fixed] asan: any it warns on stderr
#include "hide.h"
#ifdef FIXED
#include <errno.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) return 2;
  fclose(file);
  struct rlimit limit = {pages * 4096 + (256UL << 20), RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  char *block = malloc((size_t)hide(1L << 30)); //~ ERROR out-of-memory
#ifdef FIXED
  int error = errno;
  touch(block);
  char *small = malloc(100);
  touch(small);
  free(small);
  return block != NULL || error != ENOMEM || small == NULL;
#else
  touch(block);
  return 0;
#endif
}
