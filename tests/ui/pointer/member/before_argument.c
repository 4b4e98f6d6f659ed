// A function reads in front of the array that it gets.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: 1 bytes before member 'text.letters'
#include "hide.h"
#include <stdlib.h>

struct text {
  char length;
  char letters[15];
  int more[8];
};

NOINLINE static char at(const char *letters, long index) {
  return letters[index]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct text *text = calloc(1, sizeof *text);
  text->length = 1;
#ifdef FIXED
  char letter = at(text->letters, hide(0));
#else
  char letter = at(text->letters, hide(-1));
#endif
  free(text);
  return letter;
}
