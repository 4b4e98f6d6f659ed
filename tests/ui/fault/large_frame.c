// A frame is larger than the stack. It is all one line, because already its beginning touches it, page by page.
//@ only: probed nothing touches the guard
#include "hide.h"

#ifdef FIXED
static NOINLINE int use(long at) {
  volatile char room[4000000];
  room[at] = 0;
  return room[at];
}
#else
static NOINLINE int use(long at) { volatile char room[40000000]; room[at] = 0; return room[at]; } //~ ERROR stack-overflow
#endif

int main(void) {
  return use(hide(0));
}
