// The variable of one branch is used after both.
#include "hide.h"

static NOINLINE int choose(long which) {
  char *pointer;
  int result = 0;
  if (which) {
    char left[20] = "left";
    pointer = hide_pointer(left);
#ifdef FIXED
    result = *(volatile char *)pointer;
#endif
  } else {
    char right[20] = "right";
    pointer = hide_pointer(right);
#ifdef FIXED
    result = *(volatile char *)pointer;
#endif
  }
#ifndef FIXED
  result = *(volatile char *)pointer; //~ ERROR stack-use-after-scope
#endif
  return result;
}

int main(void) {
  return choose(hide(1)) != 'l';
}
