// The callee reads beyond the caller's array.
//@ contains: 'words'
#include "hide.h"
#include <stdio.h>

static NOINLINE long sum(const short *words, long count) {
  long total = 0;
  for (volatile long i = 0; i < count; i++)
    total += words[i]; //~ ERROR stack-buffer-overflow
  return total;
}

int main(void) {
  short words[13] = {1};
  touch(words);
#ifdef FIXED
  printf("%ld\n", sum(words, 13));
#else
  printf("%ld\n", sum(words, 14));
#endif
  return 0;
}
