// The variable of a branch is used in it.
#include "hide.h"

static NOINLINE int choose(long which) {
  char *pointer;
  int result = 0;
  if (which) {
    char left[20] = "left";
    pointer = hide_pointer(left);
    result = *(volatile char *)pointer;
  } else {
    char right[20] = "right";
    pointer = hide_pointer(right);
    result = *(volatile char *)pointer;
  }
  return result;
}

int main(void) {
  return choose(hide(1)) != 'l';
}
