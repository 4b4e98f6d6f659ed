// Both objects are as large, but one pointer stands farther on.
//@ levels: O2
//@ kills-mutants: regions/least-room
#include "hide.h"

int main(void) {
  volatile char first[8] = {0}, second[8] = {0};
  volatile char *chosen = hide(1) ? first + 2 : second;
#ifdef FIXED
  return chosen[hide(5) & 7];
#else
  return chosen[hide(6) & 7]; //~ ERROR stack-buffer-overflow
#endif
}
