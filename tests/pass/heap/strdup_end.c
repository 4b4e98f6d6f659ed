// The NUL of a duplicated string.
#define _GNU_SOURCE
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(strdup("hello"));
  char *last = text + hide(5);
  int end = *(volatile char *)last;
  free(text);
  return end;
}
