// Reads a function pointer behind a table.
//@ contains: READ of size 8
//@ only: 64-bit the report has the size of a pointer
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
