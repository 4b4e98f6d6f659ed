// A recursion without end uses the stack of a static program up.
//@ flags: -static
//@ asan: any it links no static programs
#include "hide.h"

#ifdef FIXED
static volatile long last = 100;
#else
static volatile long last = -1;
#endif

// On one line: the stack may end at the call or at the store.
static NOINLINE long descend(long depth) { volatile char room[300]; room[depth % 300] = 1; return depth == last ? 0 : descend(depth + 1) + room[0] * 0; } //~ ERROR stack-overflow

int main(void) {
  return (int)descend(0);
}
