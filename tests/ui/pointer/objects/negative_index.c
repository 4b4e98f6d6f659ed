// A negative index leads from a chunk to the one before it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: before object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

struct stack {
  short *items;
  long top;
};

NOINLINE static short pop(struct stack *stack) {
#ifdef FIXED
  if (stack->top <= 0) return 0;
#endif
  return stack->items[--stack->top]; //~ ERROR cross-object-access
}

int main(void) {
  short *first = calloc(100, sizeof *first), *second = calloc(100, sizeof *second);
  short *lower = first < second ? first : second, *upper = first < second ? second : first;
  struct stack stack = {upper, hide(lower - upper) + 10};
  short item = pop(&stack);
  free(first);
  free(second);
  return item;
}
