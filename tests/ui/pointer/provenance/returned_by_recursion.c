// A function that calls itself returns nodes, some of which it was given; each comes with its object.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

struct node {
  struct node *next;
  int values[6];
};

NOINLINE static struct node *append(struct node *list, int value) {
  if (!list) {
    struct node *made = calloc(1, sizeof *made);
    made->values[0] = value;
    return made;
  }
  list->next = append(list->next, value);
  return list;
}

NOINLINE static struct node *last(struct node *list) {
  return list && list->next ? last(list->next) : list;
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 8; i++)
    list = append(list, i);
  struct node *end = last(list);
  long ahead = hide((char *)list - (char *)end) / (long)sizeof(int);
#ifdef FIXED
  ahead = 0;
#endif
  int found = end->values[ahead]; //~ ERROR cross-object-access
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return found - 7;
}
