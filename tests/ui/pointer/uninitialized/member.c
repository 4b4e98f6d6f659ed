// A member of a structure on the stack is followed that was never set.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it faults, or reads what garbage points to
//@ contains: comes from a pointer that was never written, in variable 'last' of main
#include "hide.h"

struct node {
  int value;
  struct node *next;
};

NOINLINE static int sum(const struct node *node, long nodes) {
  int sum = 0;
  for (; nodes > 0; nodes--, node = node->next)
    sum += node->value; //~ ERROR uninitialized-pointer
  return sum;
}

int main(void) {
  struct node last, first = {1, &last};
  last.value = 2;
#ifdef FIXED
  last.next = &first;
#endif
  return sum(&first, hide(3)) != 4;
}
