// Writes into another global variable, far behind the one that is passed.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: inside of global variable 'others'
#include "hide.h"

char table[64], others[100000];

NOINLINE static void put(char *text, long index) {
#ifdef FIXED
  text[index % 64] = 1;
#else
  text[index] = 1; //~ ERROR cross-object-access
#endif
}

static char *places[2];

int main(void) {
  places[0] = table;
  places[1] = others;
  // Whichever of them lies first.
  put(places[hide(0)], hide(others - table) + 50);
  return 0;
}
