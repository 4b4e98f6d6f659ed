// A table of functions in a structure is read behind its end.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"

typedef int (*handler)(void);

static int nothing(void) { return 0; }

struct machine {
  handler handlers[2];
  handler on_error;
  int state;
};

NOINLINE static int run(struct machine *machine, unsigned which) {
  return machine->handlers[which](); //~ ERROR sub-object-overflow
}

int main(void) {
  struct machine machine = {{nothing, nothing}, nothing, 0};
#ifdef FIXED
  return run(&machine, 1);
#else
  return run(&machine, 2);
#endif
}
