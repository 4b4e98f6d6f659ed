// Cleanup functions run at the end of scopes, on objects that still live.
#include "hide.h"
#include <stdlib.h>

static int cleaned;

static void drop(char **text) {
  cleaned += (*text)[hide(4)] == 'o';
  free(*text);
}

static NOINLINE int leave(long how) {
  for (int i = 0; i < 3; i++) {
    __attribute__((cleanup(drop))) char *text = malloc(5);
    text[4] = 'o';
    if (how == i)
      return i;
    if (how == i + 10)
      break;
  }
  return 3;
}

int main(void) {
  int sum = leave(hide(0)) + leave(hide(2)) + leave(hide(11)) + leave(hide(5));
  return sum != 8 || cleaned != 9;
}
