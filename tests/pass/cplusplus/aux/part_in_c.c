#include <stdlib.h>
#include <string.h>

char *made_in_c(long size) { return malloc((size_t)size); }

void given_back_in_c(char *block) { free(block); }

long called_by_c(long (*function)(long), long argument) {
  char bytes[64];
  memset(bytes, 1, sizeof bytes);
  long result = function(argument);
  return result + bytes[63];
}
