// A library function may return its argument or a string of its own: GNU's strerror_r does. So the result is not held to the argument.
//@ flags: -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#define _GNU_SOURCE
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

NOINLINE static char *told(int number, char *buffer, size_t size) {
  return strerror_r(number, buffer, size);
}

int main(void) {
  char buffer[64];
  char *known = told(2, buffer, sizeof buffer);
  puts(*known == '\0' ? "nothing" : known);
  char *unknown = told(123456, buffer, sizeof buffer);
  puts(*unknown == '\0' ? "nothing" : unknown);
  char *folder = getcwd(NULL, 0), *root = realpath("/", NULL);
  printf("%d %c\n", folder[0] == '/', root[0]);
  free(folder);
  free(root);
  return 0;
}
