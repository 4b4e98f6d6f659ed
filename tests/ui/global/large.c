// Behind an array of a million bytes and one.
#include "hide.h"

static char bytes[1000001];

int main(void) {
  char *first = hide_pointer(bytes);
#ifdef FIXED
  first[hide(1000000)] = 1;
#else
  first[hide(1000001)] = 1; //~ ERROR global-buffer-overflow
#endif
  touch(bytes);
  return 0;
}
