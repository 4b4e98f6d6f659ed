// A counter of eight bits goes down as far as zero.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const char *bytes, unsigned char from, long rounds) {
  int sum = 0;
  for (long round = 0; round < rounds; round++) {
    sum += bytes[from];
    from--;
  }
  return sum;
}

int main(void) {
  char *block = calloc(64, 1);
  return sum((char *)hide_pointer(block) + 32, (unsigned char)hide(19), hide(20)) == 77;
}
