// After a jump to __builtin_setjmp, what checks of the library's arguments need is what it was.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static void *buffer[5];

NOINLINE static void jump(void) {
  __builtin_longjmp(buffer, 1);
}

int main(void) {
  char *text = __builtin_alloca(hide(20));
  strcpy(text, "test");
  if (__builtin_setjmp(buffer)) {
    if (strcmp(text, "test"))
      abort();
    exit(0);
  }
  int *numbers = __builtin_alloca(text[2] * sizeof *numbers);
  for (int i = 0; i < text[2]; i++)
    numbers[i] = 0;
  while (1)
    jump();
}
