// A pointer that walks in bytes and reads words.
//@ levels: O2
//@ contains: bytes'
//@ contains: READ of size 4
#include "hide.h"
#include <string.h>

static NOINLINE int walk(long count) {
  static char bytes[16];
  int sum = 0;
  char *end = bytes + (count & 15);
  for (char *p = bytes; p != end; p++) {
    int word;
    memcpy(&word, p, sizeof word); //~ ERROR global-buffer-overflow
    sum += ++word;
    memcpy(p, &word, sizeof word);
  }
  return sum;
}

#ifdef FIXED
int main(void) { return walk(hide(13)) == 0; }
#else
int main(void) { return walk(hide(14)); }
#endif
