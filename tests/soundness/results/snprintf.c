// The length of what was to be written is more than what was.
//@ levels: O2
#include "hide.h"
#include <stdio.h>

static NOINLINE char last(long number) {
  char text[8];
  int length = snprintf(text, sizeof text, "%ld", number);
  if (length < 1)
    return 0;
  return text[length - 1]; //~ ERROR stack-buffer-overflow
}

#ifdef FIXED
int main(void) { return last(hide(1234567)) == 77; }
#else
int main(void) { return last(hide(123456789)) == 77; }
#endif
