// What strchr finds in a local array is kept, though nobody was given the array's own address.
#include "hide.h"
#include <stdio.h>
#include <string.h>

static char *kept;

static NOINLINE int find(int letter) {
#ifdef FIXED
  static char local[32];
#else
  char local[32];
#endif
  snprintf(local, sizeof local, "%s", "abc");
  char *found = strchr(local, letter);
  if (found)
    kept = found + 1;
  return found != NULL;
}

int main(void) {
  if (!find((int)hide('b')))
    return 2;
  return *(volatile char *)kept - 'c'; //~ ERROR stack-use-after-return
}
