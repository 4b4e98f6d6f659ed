// Nearly as much is asked of alloca as the stack has.
#include "hide.h"
#include <alloca.h>

static NOINLINE int use(long size) {
  volatile char *room = alloca(size); room[0] = 0;
  return room[0];
}

int main(void) {
  return use(hide(4000000));
}
