// A callee returns the address of a static array that it was given, and so does its caller.
#include "hide.h"

static NOINLINE char *fill(char *text, long size) {
  for (long i = 0; i < size; i++)
    text[i] = (char)(i + 1);
  return text;
}

static NOINLINE char *make(void) {
  static char text[40];
  return fill(text, hide(sizeof text));
}

int main(void) {
  char *text = make();
  ((volatile char *)text)[5] = 0;
  return 0;
}
