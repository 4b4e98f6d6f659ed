// A handler that nobody has set is called.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ contains: null pointer
#include "hide.h"

struct handlers {
  int (*on_open)(int);
  int (*on_close)(int);
};

static int opened(int number) { return number; }

static struct handlers handlers = {opened, 0};

NOINLINE static int close_all(int number) {
#ifdef FIXED
  if (!handlers.on_close) return 0;
#endif
  return handlers.on_close(number); //~ ERROR SEGV
}

int main(void) {
  touch(&handlers);
  return handlers.on_open((int)hide(0)) + close_all(1);
}
