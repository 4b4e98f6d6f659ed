// A global without an end is read as a string.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static char text[8] = "1234567";

int main(void) {
  text[6] = (char)hide(56); return strlen(hide_pointer(text)) == 1;
  return hide(0);
}
