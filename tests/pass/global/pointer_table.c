// Calls through a table.
#include "hide.h"

static int zero(void) { return 0; }
static int one(void) { return 0; }

static int (*const table[])(void) = {zero, one};

int main(void) {
  int (*chosen)(void) = table[hide(1)];
  return chosen();
}
