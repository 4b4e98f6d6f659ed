// Wide characters are copied over their own end.
//@ flags: -fno-builtin
//@ asan: silent wcscpy is not intercepted
#include "hide.h"
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *text = hide_pointer(malloc(16 * sizeof(wchar_t)));
  wmemcpy(text, L"abcdef", 7);
#ifdef FIXED
  wcscpy(text + 7, text);
#else
  wcscpy(text + 6, text); //~ ERROR param-overlap
#endif
  touch(text);
  free(text);
  return 0;
}
