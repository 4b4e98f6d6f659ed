// Both arguments are arrays of one structure, and the second one has no end.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct pair {
  char first[16];
  char second[4];
  char third[4];
};

NOINLINE static void copy(struct pair *pair) {
  strcpy(pair->first, pair->second); //~ ERROR sub-object-overflow
}

int main(void) {
  struct pair pair = {"", "abc", "def"};
#ifndef FIXED
  pair.second[3] = '-';
#endif
  copy(&pair);
  return pair.first[0] != 'a';
}
