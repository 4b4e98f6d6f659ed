// Another unit of the program defines a function of a library's name, and the compiler is told not to believe in names.
//@ only: hosted functions of the library go by their name on boards
//@ levels: O2
//@ aux: ../aux/strnlen.c
//@ flags: -fno-builtin
#include "hide.h"
#include <stddef.h>

size_t strnlen(const char *text, size_t most);

static NOINLINE char at_end(const char *text) {
  char table[9] = {0};
  table[hide(3)] = 1;
#ifdef FIXED
  return table[strnlen(text, 6)];
#else
  return table[strnlen(text, 8)]; //~ ERROR stack-buffer-overflow
#endif
}

int main(void) { return at_end(hide_pointer("long enough")) == 77; }
