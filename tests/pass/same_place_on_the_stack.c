// Coroutines, as Tcl has them, ask by the address of a local whether they are called from the same place on the stack as before.
//@ levels: O0 O1 O2
//@ asan: any it has the local elsewhere
#include "hide.h"
#include <stdlib.h>

struct coroutine {
  long calls;
  void *level;
};

NOINLINE static int activate(struct coroutine *of) {
  int unused;
  int *level = &unused;
  of->calls++;
  if (!of->level) {
    of->level = level;
    return 0;
  }
  return of->level != level;
}

int main(void) {
  struct coroutine *one = calloc(1, sizeof *one);
  int moved = 0;
  for (int i = 0; i < 5; i++)
    moved |= activate(one);
  free(one);
  return moved;
}
