// A global without an end is read as a string.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static char text[8] = "1234567";

int main(void) {
#ifdef FIXED
  text[6] = (char)hide(56); return strlen(hide_pointer(text)) == 1;
#else
  text[7] = (char)hide(56); return strlen(hide_pointer(text)) == 1; //~ ERROR global-buffer-overflow
#endif
  return hide(0);
}
