// A callee frees a field of a struct that lies on the stack.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

struct holder {
  long *block;
  long count;
};

static NOINLINE void empty(struct holder *holder, long really) {
  if (really)
    free(holder->block);
}

static NOINLINE long both(long count, long really) {
  struct holder holder = {malloc(sizeof(long)), count};
  long *block = holder.block;
  *block = count;
  empty(&holder, really);
  if (count)
    ++*block; //~ ERROR heap-use-after-free
  empty(&holder, !really);
  return holder.count;
}

#ifdef FIXED
int main(void) { return both(hide(1), hide(0)) != 1; }
#else
int main(void) { return both(hide(1), hide(1)) != 1; }
#endif
