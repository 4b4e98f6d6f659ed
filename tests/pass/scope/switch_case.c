// A variable of one case is used in it.
#include "hide.h"

int main(void) {
  short *pointer = 0;
  switch (hide(2)) {
  case 1:
    return 1;
  case 2: {
    short inner = 1;
    pointer = hide_pointer(&inner);
    *(volatile short *)pointer = 5;
  }
  }
  return 0;
}
