// The loop's bound is beyond the array, but the loop always ends at the NUL before it.
#include "hide.h"
#include <stdlib.h>

static NOINLINE long length(const char *text, long most) {
  long i = 0;
  for (; i < most; i++)
    if (text[i] == 0)
      break;
  return i;
}

int main(void) {
  char *text = calloc(10, 1);
  for (int i = 0; i < 9; i++)
    text[i] = 'x';
  touch(text);
  int right = length(text, hide(1000)) == 9;
  free(text);
  return !right;
}
