// Wide characters are copied over their own end.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *text = hide_pointer(malloc(16 * sizeof(wchar_t)));
  wmemcpy(text, L"abcdef", 7);
  wcscpy(text + 7, text);
  touch(text);
  free(text);
  return 0;
}
