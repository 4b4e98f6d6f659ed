// The system is asked to write into a large chunk that was freed: its memory is gone, so it refuses.
//@ contains: 3145728-byte region
//@ contains: in read
#include "hide.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SIZE = 3 << 20, OTHERS = 12 };

int main(void) {
  int file = open("/dev/zero", O_RDONLY);
  char *others[OTHERS], *old = malloc(SIZE);
  memset(old, 1, SIZE);
  old = hide_pointer(old);
#ifndef FIXED
  free(old);
#endif
  for (int i = 0; i < OTHERS; i++) {
    others[i] = malloc(SIZE);
    memset(others[i], 1, SIZE);
  }
  long count = read(file, old + hide(SIZE / 2), 100); //~ ERROR heap-use-after-free
  for (int i = 0; i < OTHERS; i++)
    free(others[i]);
#ifdef FIXED
  free(old);
#endif
  return count != 100;
}
