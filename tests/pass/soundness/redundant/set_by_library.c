// What a library function does is not looked at, and is right.
//@ levels: O2
//@ flags: -fno-builtin
//@ options: replace_intrin=0
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static NOINLINE int at(char *letters) {
  memset(letters, 1, 16);
  return letters[12];
}

int main(void) {
  char *letters = malloc(16);
  return at(hide_pointer(letters)) == 77;
}
