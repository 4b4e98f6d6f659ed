// What strcpy gives back is the address of a local array, and outlives it.
//@ kills-mutants: capture/returned
#include "hide.h"
#include <string.h>

static NOINLINE char *made_of(const char *text) {
#ifdef FIXED
  static char local[32];
#else
  char local[32];
#endif
  return strcpy(local, text);
}

int main(void) {
  char *text = hide_pointer(made_of(hide_pointer("abc")));
  return *(volatile char *)text - 'a'; //~ ERROR stack-use-after-return
}
