// A list is walked through of which a part is gone.
//@[bad] levels: O0 O1 O2 O3
//@ asan(O2): silent LLVM has deleted the access before it looks
//@[bad] asan(O0 O1 O3): any only one level is compared
#include "hide.h"
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *last = malloc(sizeof *last), *first = malloc(sizeof *first);
  if (!first || !last)
    return 1;
  last->next = 0;
  first->next = last;
  touch(first);
#ifndef FIXED
  free(last);
#endif
  int length = 0;
  for (struct node *at = first; at; at = at->next) //~ ERROR heap-use-after-free
    length++;
  (void)length;
  free(first);
#ifdef FIXED
  free(last);
#endif
  return 0;
}
