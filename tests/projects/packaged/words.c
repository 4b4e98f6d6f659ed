/* Prints the length of the first argument; with two, reads it after it was freed. */
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  char *copy = copy_of(argv[1], strlen(argv[1]));
  printf("%zu\n", strlen(copy));
  free(copy);
  return argc > 2 ? copy[0] : 0;
}
