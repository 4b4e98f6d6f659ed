// A pointer walks through an array of a global variable until it finds what is not there.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

static struct {
  int id;
  char key[4];
  char value[4];
} entry = {1, {'a', 'b', 'c', 'd'}, "e=f"};

NOINLINE static const char *find(const char *text, char wanted) {
  while (*text != wanted) //~ ERROR sub-object-overflow
    text++;
  return text;
}

int main(void) {
  touch(&entry);
#ifdef FIXED
  return *find(entry.key, 'd') != 'd';
#else
  return *find(entry.key, '=') != '=';
#endif
}
