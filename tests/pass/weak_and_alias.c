// Weak symbols, aliases and objects that only the linker knows.
//@ only: hosted the linker script of a board has no such symbols
#include "hide.h"

int strong[4] = {1, 2, 3, 4};
extern int other_name[4] __attribute__((alias("strong")));
__attribute__((weak)) int weak[5] = {5};
extern int nowhere[] __attribute__((weak));
extern char edata, end;

int main(void) {
  int sum = other_name[hide(3)] + weak[hide(4)];
  if (hide(nowhere != 0))
    sum += nowhere[0];
  return sum != 4 || &edata > &end;
}
