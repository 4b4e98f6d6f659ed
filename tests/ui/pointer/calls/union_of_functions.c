// A union holds a function of one type, and another one is called.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (short)' is called as 'int (long, void *)'
#include "hide.h"

struct handler {
  int is_short;
  union {
    int (*small)(short);
    int (*large)(long, const char *);
  } call;
};

NOINLINE static int number(short it) { return it; }

NOINLINE static int run(struct handler *handler) {
  if (handler->is_short)
    return handler->call.small(3);
  return handler->call.large(3, "three"); //~ ERROR type-confused-call
}

int main(void) {
  struct handler handler = {0};
#ifdef FIXED
  handler.is_short = 1;
#endif
  handler.call.small = number;
  touch(&handler);
  return run(&handler) == 77;
}
