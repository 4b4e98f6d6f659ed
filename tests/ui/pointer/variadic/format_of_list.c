// A format prints more than is left of a list, of which the function has read something before.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not compare formats with arguments
//@ contains: 2 variable arguments were passed, and another one is read as 'void *'
//@ contains: the arguments were passed here:
//@ contains: log_all(1, format, text)
#include "hide.h"
#include <stdarg.h>
#include <stdio.h>

NOINLINE static int log_all(int level, ...) {
  char text[40];
  va_list list;
  va_start(list, level);
  const char *format = va_arg(list, const char *);
  vsnprintf(text, sizeof(text), format, list); //~ ERROR variadic-argument-mismatch
  va_end(list);
  return text[0] == level;
}

int main(void) {
#ifdef FIXED
  const char *format = hide_pointer("%s\n");
#else
  const char *format = hide_pointer("%s%s\n");
#endif
  const char *text = "text";
  return log_all(1, format, text);
}
