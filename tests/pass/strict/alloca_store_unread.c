// Behind memory of alloca that nobody reads.
#include "hide.h"
#include <alloca.h>

int main(void) {
  char *p = alloca(hide(8));
  p[hide(7)] = 1;
  return 0;
}
