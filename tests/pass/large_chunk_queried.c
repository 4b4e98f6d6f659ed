// Of a large chunk it can be told at once whether many bytes are addressable, once that was asked some times; not of one of which little is used.
//@ only: hosted the runtime of a board has no part for it
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __sanecc_is_addressable(unsigned long first, unsigned long last, unsigned long most);

enum { SIZE = 2 << 20 };

static int answers(const char *block) {
  unsigned long first = (unsigned long)block;
  int yes = 0;
  for (int i = 0; i < 5000; i++)
    yes += __sanecc_is_addressable(first + 8 * i, first + SIZE - 1, 0);
  return yes;
}

int main(void) {
  char *used = malloc(SIZE);
  char *unused = malloc(64 << 20);
  if (!used || !unused)
    return 1;
  memset(used, 1, SIZE);
  int yes = answers(used), no = answers(unused);
  unsigned long first = (unsigned long)used;
  int behind = __sanecc_is_addressable(first, first + SIZE, 1 << 30);
  if (yes < 4000 || no != 0 || behind) {
    printf("%d of 5000 at once, %d where nothing is used, %d behind the block\n", yes, no, behind);
    return 1;
  }
  free(used);
  free(unused);
  return 0;
}
