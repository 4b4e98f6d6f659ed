// A variable is used when twenty more frames like its own have come and gone.
#include "hide.h"
#include <stddef.h>

static char *oldest;

static NOINLINE char *frame(long number) {
  char local[20];
  char *volatile kept = local;
  kept[hide(3)] = (char)number;
  if (number == 0)
    oldest = kept;
  return kept;
}

int main(void) {
  // Other frames of the same size come and go before the pointer is used.
  for (long i = 0; i < 20; i++)
    frame(i);
#ifdef FIXED
  return oldest == NULL;
#else
  return ((volatile char *)oldest)[3]; //~ ERROR stack-use-after-return
#endif
}
