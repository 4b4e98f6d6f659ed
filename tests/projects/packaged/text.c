#include "text.h"
#include <stdlib.h>
#include <string.h>

char *copy_of(const char *text, unsigned length) {
  char *copy = malloc(length + 1);
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}
