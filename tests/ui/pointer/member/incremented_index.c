// A counter that is a member is taken for an index before it is compared.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct stack {
  int depth;
  int slots[4];
  int sentinel;
};

NOINLINE static void push(struct stack *stack, int value) {
  stack->slots[stack->depth++] = value; //~ ERROR sub-object-overflow
}

int main(void) {
  struct stack *stack = calloc(1, sizeof *stack);
#ifdef FIXED
  int count = hide(4);
#else
  int count = hide(5);
#endif
  for (int i = 0; i < count; i++)
    push(stack, i);
  int found = stack->sentinel;
  free(stack);
  return found != 0;
}
