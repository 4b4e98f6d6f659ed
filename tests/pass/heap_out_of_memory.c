// Address space runs out: every function says so, nothing is lost, and what was freed can be had again.
//@ only: x86_64 emulators do not limit address space
//@ asan: any it does not work with little address space
#define _GNU_SOURCE
#include "hide.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long mapped(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld", &pages) != 1)
    exit(2);
  fclose(file);
  return pages * 4096;
}

// Takes chunks of a size until there are no more, then frees them; how many there were.
static int exhaust(size_t size) {
  enum { MOST = 400000 };
  static char *blocks[MOST];
  int count = 0;
  errno = 0;
  while (count < MOST && (blocks[count] = malloc(size)) != NULL) {
    memset(blocks[count], 1, size < 100 ? size : 100);
    count++;
  }
  if (count == MOST || errno != ENOMEM)
    exit(3);
  void *aligned;
  if (size > 4096 && (hide_pointer(calloc(1, size)) != NULL || posix_memalign(&aligned, 64, size) != ENOMEM))
    exit(4);
  if (size > 4096 && hide_pointer(realloc(blocks[0], 2 * size)) != NULL)
    exit(5);
  for (int block = 0; block < count; block++)
    free(blocks[block]);
  return count;
}

int main(void) {
  char *before = strdup("here before");
  struct rlimit limit = {(rlim_t)mapped() + (64 << 20), RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0)
    return 2;
  // A kind of chunks gets its mappings from the system; small ones keep theirs, so the largest come first.
  int large = exhaust(3 << 20);
  if (large < 10 || exhaust(3 << 20) < large - 1)
    return 6;
  int middle = exhaust(300000), small = exhaust(500);
  if (middle < 100 || small < 50000 || exhaust(500) < small - small / 8)
    return 7;
  if (strcmp(before, "here before") != 0)
    return 8;
  free(before);
  return 0;
}
