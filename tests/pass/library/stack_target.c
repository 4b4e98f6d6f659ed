// A string is too long for an array of the caller.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char text[8];
  strcpy(text, hide_pointer("1234567"));
  touch(text);
  return 0;
}
