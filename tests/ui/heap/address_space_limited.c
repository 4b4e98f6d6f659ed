// The program leaves itself less address space than the shadow has. Blocks from before and after are checked as ever.
//@ asan: any it does not work with little address space
//@ contains: 5 bytes after 100-byte region
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

int main(void) {
  char *before = hide_pointer(malloc(100));
  struct rlimit limit = {512 << 20, RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit) != 0) return 3;
  char *large = malloc(200 << 20);
  if (large == NULL) return 4;
  memset(large, 1, 200 << 20);
  printf("%d\n", before[hide(105)]); //~ ERROR heap-buffer-overflow
  free(large);
  free(before);
  return 0;
}
