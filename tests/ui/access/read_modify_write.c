// An increment outside: the read is reported.
//@ contains: READ of size 4
#include "hide.h"

int main(void) {
  int counts[26] = {0};
  touch(counts);
#ifdef FIXED
  counts[hide(25)]++;
#else
  counts[hide(26)]++; //~ ERROR stack-buffer-overflow
#endif
  touch(counts);
  return 0;
}
