// Pointers into one object may be ordered after it has moved; those into the old and the new one may not.
//@ flags: --check=pointer-compare,pointer-subtract
#include <stdlib.h>

int main(void) {
  char *old = malloc(8), *at = old + 5;
  char *moved = realloc(old, 16);
#ifdef FIXED
  long distance = at - old;
  int is_behind = moved + distance < moved + 16;
#else
  int is_behind = at < moved + 16; //~ ERROR invalid-pointer-pair
#endif
  free(moved);
  return is_behind ? 0 : 1;
}
