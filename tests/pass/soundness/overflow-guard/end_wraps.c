// The same where nothing wraps.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void mark(unsigned start, unsigned length) {
  volatile char marks[64];
  if (start + length <= sizeof marks)
    for (unsigned k = 0; k < length; k++) marks[start + k] = 1;
}

int main(void) {
  mark(hide(40), hide(24));
  return 0;
}
