// The system has no more addresses; by default the C library's answer is given, and what is left can be used.
//@ asan: any it warns on stderr
#include "hide.h"
#include <errno.h>
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
  char *block = malloc((size_t)hide(1L << 30));
  int error = errno;
  touch(block);
  char *small = malloc(100);
  touch(small);
  free(small);
  return block != NULL || error != ENOMEM || small == NULL;
}
