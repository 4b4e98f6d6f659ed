// The program's own function has the name of one in the library, and returns more than that would.
//@ levels: O2
//@ kills-mutants: results/argument
#include "hide.h"
#include <stddef.h>

NOINLINE size_t strnlen(const char *text, size_t most) {
#ifdef FIXED
  return text[0] ? most + (size_t)hide(0) : 0;
#else
  return text[0] ? most + (size_t)hide(2) : 0;
#endif
}

static NOINLINE char at_end(const char *text) {
  char table[9] = {0};
  table[hide(3)] = 1;
  return table[strnlen(text, 8)]; //~ ERROR stack-buffer-overflow
}

int main(void) { return at_end(hide_pointer("long enough")) == 77; }
