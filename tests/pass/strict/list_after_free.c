// A list is walked through of which a part is gone.
#include "hide.h"
#include <stdlib.h>

struct node {
  struct node *next;
};

int main(void) {
  struct node *last = malloc(sizeof *last), *first = malloc(sizeof *first);
  if (!first || !last)
    return 1;
  last->next = 0;
  first->next = last;
  touch(first);
  int length = 0;
  for (struct node *at = first; at; at = at->next)
    length++;
  (void)length;
  free(first);
  free(last);
  return 0;
}
