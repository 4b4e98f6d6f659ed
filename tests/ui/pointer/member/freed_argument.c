// The structure is freed before its array is used by a pointer that was kept.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: heap-use-after-free the shadow knows it, too
#include "hide.h"
#include <stdlib.h>

struct node {
  struct node *next;
  char label[24];
  long weight;
};

static char *label;

NOINLINE static char first(void) {
  return label[0]; //~ ERROR heap-use-after-free
}

int main(void) {
  struct node *node = calloc(1, sizeof *node);
  label = node->label;
#ifndef FIXED
  free(node);
#endif
  char letter = first();
#ifdef FIXED
  free(node);
#endif
  return letter;
}
