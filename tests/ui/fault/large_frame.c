// A frame is larger than the stack. It is all one line, because already its beginning touches it, page by page.
#include "hide.h"

static NOINLINE int use(long at) { volatile char room[40000000]; room[at] = 0; return room[at]; } //~ ERROR stack-overflow

int main(void) {
  return use(hide(0));
}
