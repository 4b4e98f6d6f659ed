// Functions of the program that have the names of the library's but are others. What they are given is no string.
//@ flags: -fno-builtin
//@ aux: aux/other_prototypes.c
#include "hide.h"
#include <stdlib.h>

int index(int first, int second);
long strlcpy(char *to, long count);
void wcscpy(char *to);

static int strcmp(const char *a, const char *b) { return a[0] - b[0]; }

int main(void) {
  char *block = hide_pointer(malloc(2));
  block[0] = 'a';
  block[1] = 'b';
  wcscpy(block);
  int sum = index(1, (int)hide(2)) + (int)strlcpy(block, hide(2)) + strcmp(block, block);
  free(block);
  return sum == 5 ? 0 : 1;
}
