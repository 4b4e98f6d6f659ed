// An array that only one path needs; its redzones are made there.
#include "hide.h"

static NOINLINE long look(const char *text, long length) {
  if (length > 3) {
    char copy[20];
    for (long i = 0; i < length; i++)
      copy[i] = text[i % 3]; //~ ERROR stack-buffer-overflow
    return copy[length / 2];
  }
  if (length == 2)
    return text[1];
  return text[0];
}

int main(void) {
  long sum = 0;
  for (long i = 1; i < 4; i++)
    sum += look("abc", hide(i));
  sum += look("abc", hide(20));
#ifdef FIXED
  return 487 != (int)(sum + look("abc", hide(19)));
#else
  return (int)(sum + look("abc", hide(21)));
#endif
}
