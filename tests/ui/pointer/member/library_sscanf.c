// A word is longer than the array of a structure that it is scanned into.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdio.h>

struct entry {
  char key[8];
  int value;
};

NOINLINE static int parse(struct entry *entry, const char *line) {
  return sscanf(line, "%[^=]=%d", entry->key, &entry->value); //~ ERROR sub-object-overflow
}

int main(void) {
  struct entry entry = {"", 0};
#ifdef FIXED
  int count = parse(&entry, "seconds=60");
#else
  int count = parse(&entry, "countless=60");
#endif
  return count != 2;
}
