// A number is taken for a pointer.
#include "hide.h"

int main(void) {
  static long place;
#ifdef FIXED
  long number = hide((long)&place);
#else
  long number = hide((long)&place * 0 + 0xdead0000000);
#endif
  *(volatile long *)number = 7; //~ ERROR SEGV
  return place != 7;
}
