// An array at the end is no longer than its type where the compiler is told so.
//@[bad] flags: -fstrict-flex-arrays=1
#include <stdlib.h>
#include <string.h>

struct text {
  int length;
  char letters[4];
};

int main(void) {
  struct text *text = calloc(1, sizeof *text + 8);
  strcpy(text->letters, "1234567"); //~ ERROR sub-object-overflow
  free(text);
  return 0;
}
