// What a library function does is looked at only if the options say so.
//@ levels: O2
//@ flags: -fno-builtin
//@ options: replace_intrin=0
//@ kills-mutants: redundant/by-library
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE int at(char *letters) {
  memset(letters, 1, 16);
  return letters[12]; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  char *letters = malloc(16);
#else
  char *letters = malloc(12);
#endif
  return at(hide_pointer(letters)) == 77;
}
