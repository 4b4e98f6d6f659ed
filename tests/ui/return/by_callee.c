// A callee returns the address that it was given, and so does its caller.
#include "hide.h"

static NOINLINE char *fill(char *text, long size) {
  for (long i = 0; i < size; i++)
    text[i] = (char)(i + 1);
  return text;
}

static NOINLINE char *make(void) {
#ifdef FIXED
  static char text[40];
#else
  char text[40];
#endif
  return fill(text, hide(sizeof text));
}

int main(void) {
  char *text = make();
  ((volatile char *)text)[5] = 0; //~ ERROR stack-use-after-return
  return 0;
}
