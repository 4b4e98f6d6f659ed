// A variable of one case is used after the switch.
#include "hide.h"

int main(void) {
  short *pointer = 0;
  switch (hide(2)) {
  case 1:
    return 1;
  case 2: {
    short inner = 1;
    pointer = hide_pointer(&inner);
#ifdef FIXED
    *(volatile short *)pointer = 5;
#endif
  }
  }
#ifndef FIXED
  *(volatile short *)pointer = 5; //~ ERROR stack-use-after-scope
#endif
  return 0;
}
