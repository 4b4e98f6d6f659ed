// Behind the NUL of a duplicated string.
//@ contains: 6-byte region
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(strdup("hello"));
#ifdef FIXED
  char *last = text + hide(5);
#else
  char *last = text + hide(6);
#endif
  int end = *(volatile char *)last; //~ ERROR heap-buffer-overflow
  free(text);
  return end;
}
