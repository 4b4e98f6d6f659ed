// The C library checks what it is lent, whatever is proved about the accesses of the module.
//@[bad] levels: O2
//@ kills-mutants: unreached/lent
#include "hide.h"
#include <string.h>

static NOINLINE void copy(char *to, const char *from) {
  strcpy(to, from); //~ ERROR stack-buffer-overflow
}

static NOINLINE int first(const char *from) {
  char text[8];
  copy(text, from);
  return text[0];
}

int main(void) {
#ifdef FIXED
  return first(hide_pointer("1234567")) != '1';
#else
  return first(hide_pointer("12345678")) != '1';
#endif
}
