// The callee reads the caller's array.
#include "hide.h"
#include <stdio.h>

static NOINLINE long sum(const short *words, long count) {
  long total = 0;
  for (volatile long i = 0; i < count; i++)
    total += words[i];
  return total;
}

int main(void) {
  short words[13] = {1};
  touch(words);
  printf("%ld\n", sum(words, 13));
  return 0;
}
