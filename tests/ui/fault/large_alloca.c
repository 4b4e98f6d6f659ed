// More is asked of alloca than the stack has.
#include "hide.h"
#include <alloca.h>

static NOINLINE int use(long size) {
  volatile char *room = alloca(size); room[0] = 0; //~ ERROR stack-overflow
  return room[0];
}

int main(void) {
#ifdef FIXED
  return use(hide(4000000));
#else
  return use(hide(40000000));
#endif
}
