// The program uses more memory than its options allow.
//@ only: x86_64 an emulator has an address space of its own
//@ options: hard_rss_limit_mb=100
//@ asan: any it looks later, and says it in other words
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (int i = 0; i < 200; i++) {
    char *block = malloc(1 << 20); //~ ERROR rss-limit-exceeded
    touch(memset(block, 1, 1 << 20));
#ifdef FIXED
    free(block);
#endif
  }
  return 0;
}
