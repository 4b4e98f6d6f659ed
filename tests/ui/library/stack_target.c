// A string is too long for an array of the caller.
//@ contains: WRITE of size 9
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[8];
#ifdef FIXED
  strcpy(text, hide_pointer("1234567"));
#else
  strcpy(text, hide_pointer("12345678")); //~ ERROR stack-buffer-overflow
#endif
  touch(text);
  return 0;
}
