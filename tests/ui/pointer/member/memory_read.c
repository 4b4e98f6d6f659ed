// Reads more than a member holds, to copy it elsewhere.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct key {
  char public[8];
  char secret[8];
  int kind;
};

NOINLINE static void answer(char *to, const struct key *key, size_t bytes) {
  memcpy(to, key->public, bytes); //~ ERROR sub-object-overflow
}

int main(void) {
  struct key key = {"public", "secret", 0};
  char to[16] = {0};
#ifdef FIXED
  answer(to, &key, hide(8));
#else
  answer(to, &key, hide(12));
#endif
  touch(to);
  return 0;
}
