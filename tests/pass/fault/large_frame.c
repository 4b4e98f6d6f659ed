// A frame is nearly as large as the stack.
#include "hide.h"

static NOINLINE int use(long at) {
  volatile char room[4000000];
  room[at] = 0;
  return room[at];
}

int main(void) {
  return use(hide(0));
}
