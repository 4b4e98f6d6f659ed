// A frame is larger than the stack.
#include "hide.h"

static NOINLINE int use(long at) {
  volatile char room[40000000];
  room[at] = 0; //~ ERROR stack-overflow
  return room[at];
}

int main(void) {
  return use(hide(0));
}
