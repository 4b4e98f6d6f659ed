// The copy has room for characters, where bytes were meant.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>
#include <wchar.h>

static NOINLINE wchar_t *copy_of(const wchar_t *text) {
#ifdef FIXED
  wchar_t *copy = malloc((wcslen(text) + 1) * sizeof(wchar_t));
#else
  wchar_t *copy = malloc(wcslen(text) + 1);
#endif
  if (!copy)
    return 0;
  copy[wcslen(text)] = 0; //~ ERROR heap-buffer-overflow
  return copy;
}

int main(void) {
  wchar_t text[32] = L"seven";
  touch(text);
  wchar_t *copy = copy_of(text);
  touch(copy);
  free(copy);
  return 0;
}
