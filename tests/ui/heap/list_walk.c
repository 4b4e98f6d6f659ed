// The loop frees a node and then reads its link.
#include "hide.h"
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 5; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    node->value = i;
    head = node;
  }
  touch(head);
  struct node *node = head;
  while (node) {
    struct node *old = node;
#ifdef FIXED
    node = old->next;
    free(old);
#else
    free(old);
    node = *(struct node *volatile *)&old->next; //~ ERROR heap-use-after-free
#endif
  }
  return 0;
}
