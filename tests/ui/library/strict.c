// Strings that are looked at must have an end, if that is asked for.
//@[bad] options: strict_string_checks=1
//@[fixed] options: strict_string_checks=0
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = hide_pointer(malloc(4));
  memcpy(text, "abcd", 4);
  char *found = strchr(text, (int)hide('b')); //~ ERROR heap-buffer-overflow
  free(text);
  return found == text;
}
