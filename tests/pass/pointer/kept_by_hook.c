// A hook keeps a chunk that is freed, and the program goes on with it.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O2
#include "hide.h"
#include <stdlib.h>

static void *kept;

int __sanitizer_ignore_free_hook(const volatile void *address) {
  return kept && address == kept;
}

NOINLINE static int last(const int *numbers) { return numbers[3]; }

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  int *again = hide_pointer(numbers);
  kept = again;
  free(numbers);
  int number = last(again);
  kept = NULL;
  free(again);
  return number;
}
