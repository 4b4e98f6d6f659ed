// The system has no more addresses, and the program's options say that this is an error.
//@ options: allocator_may_return_null=0
//@ asan: any it needs more address space to say so
#include "hide.h"
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
  touch(block);
  return 0;
}
