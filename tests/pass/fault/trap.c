// A trap of the compiler is not reached.
//@ options: handle_sigill=1
#include "hide.h"

int main(void) {
  if (hide(0))
    __builtin_trap();
  return 0;
}
