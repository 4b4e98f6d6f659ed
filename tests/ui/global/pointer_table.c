// Reads a function pointer behind a table.
//@ contains: READ of size
#include "hide.h"

static int zero(void) { return 0; }
static int one(void) { return 0; }

static int (*const table[])(void) = {zero, one};

int main(void) {
#ifdef FIXED
  int (*chosen)(void) = table[hide(1)];
#else
  int (*chosen)(void) = table[hide(2)]; //~ ERROR global-buffer-overflow
#endif
  return chosen();
}
