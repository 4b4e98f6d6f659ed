// A text is written where the length of another one is added.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

static char name[32];
static char password[32] = "secret";
static char *end = name;

NOINLINE static void append(char letter) {
  *end = letter; //~ ERROR cross-object-access
  end++;
}

int main(void) {
  touch(name);
  touch(password);
  append('a');
  long distance = (char *)hide_pointer(password) - (char *)hide_pointer(name);
#ifndef FIXED
  end += hide(distance);
#else
  (void)distance;
#endif
  append('b');
  return 0;
}
