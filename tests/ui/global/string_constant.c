// Behind the NUL of a string constant.
//@ only: hosted constants in flash have no redzones
#include "hide.h"

static NOINLINE int at(const char *text, long index) {
  return text[index]; //~ ERROR global-buffer-overflow
}

int main(void) {
#ifdef FIXED
  return at("abc", hide(3));
#else
  return at("abc", hide(4));
#endif
}
