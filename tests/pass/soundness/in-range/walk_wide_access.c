// The same within bounds.
//@ levels: O2
#include "hide.h"
#include <string.h>

static NOINLINE int walk(long count) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (count & 15);
  for (char *p = bytes; p != end; p++) {
    int word;
    memcpy(&word, p, sizeof word);
    sum += ++word;
    memcpy(p, &word, sizeof word);
  }
  return sum;
}

int main(void) { return walk(hide(13)) == 0; }
