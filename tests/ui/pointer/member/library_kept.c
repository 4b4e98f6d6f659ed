// A variable of the function holds the address of an element of the array that a string is copied to.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct buffer {
  int used;
  char bytes[12];
  int check;
};

NOINLINE static void append(struct buffer *buffer, const char *text) {
  char *end = buffer->bytes + buffer->used;
  strcpy(end, text); //~ ERROR sub-object-overflow
  buffer->used += strlen(text);
}

int main(void) {
  struct buffer buffer = {0, "", 7};
  append(&buffer, "12345678");
#ifdef FIXED
  append(&buffer, "123");
#else
  append(&buffer, "1234");
#endif
  return buffer.check != 7;
}
