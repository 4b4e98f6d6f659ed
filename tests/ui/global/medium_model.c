// Reads past a global that may lie out of the reach of code.
//@ only: x86_64 a code model of it
//@ flags: -mcmodel=medium
//@ contains: 4 bytes after global variable 'table'
#include "hide.h"

static int near[3] = {1, 2, 3};
int table[40000] = {1};

int main(void) {
#ifdef FIXED
  return table[hide(39999)] + near[hide(0)] - 1;
#else
  return table[hide(40001)] + near[hide(0)] - 1; //~ ERROR global-buffer-overflow
#endif
}
