// A callee writes to another variable of its caller, beyond the redzones of the one that it was given.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

struct text {
  char *start;
};

NOINLINE static void put(struct text *text, long index) {
  text->start[index] = 'x'; //~ ERROR cross-object-access
}

int main(void) {
  char name[64] = "", path[64] = "";
  long distance = (char *)hide_pointer(path) - (char *)hide_pointer(name);
  struct text first = {name}, second = {path};
  put(&first, 3);
  put(&second, 4);
#ifndef FIXED
  put(&first, distance + hide(5));
#endif
  return name[3] != 'x' || path[4] != 'x' || distance == 0;
}
