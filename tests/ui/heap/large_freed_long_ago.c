// A large chunk is used when others have come and gone since it was freed, which its memory and its addresses would do for.
//@ only: hosted a board has less memory
//@ contains: 3145728-byte region
//@ contains: freed by thread T0 here
//@ contains: previously allocated by thread T0 here
#include "hide.h"
#include <stdlib.h>
#include <string.h>

enum { SIZE = 3 << 20, KEPT = 8, OTHERS = 20 };

static char *filled(size_t size) { return memset(malloc(size), 1, size); }

int main(void) {
  char *others[KEPT], *old = hide_pointer(filled(SIZE));
  for (int i = 0; i < KEPT; i++)
    others[i] = filled(SIZE / 2 + (i << 18));
#ifndef FIXED
  free(old);
#endif
  for (int i = 0; i < OTHERS; i++) {
    free(others[i * 3 % KEPT]);
    others[i * 3 % KEPT] = filled((1 << 20) + (i * 7 % 11 << 18));
  }
  int byte = *(volatile char *)(old + hide(SIZE / 2)); //~ ERROR heap-use-after-free
  for (int i = 0; i < KEPT; i++)
    free(others[i]);
#ifdef FIXED
  free(old);
  return byte != 1;
#else
  return byte;
#endif
}
