// A trap of the compiler is reported when the option asks for it.
//@ only: x86_64 its trap is an illegal instruction
//@ options: handle_sigill=1
#include "hide.h"

int main(void) {
#ifdef FIXED
  if (hide(0))
#else
  if (hide(1))
#endif
    __builtin_trap(); //~ ERROR ILL
  return 0;
}
