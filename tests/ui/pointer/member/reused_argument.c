// The structure is freed, and another one lies there when its array is used.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it does not know whose memory that is
#include "hide.h"
#include "reuse.h"
#include <stdlib.h>

struct node {
  struct node *next;
  char label[24];
  long weight;
};

static char *label;

NOINLINE static char first(void) {
  return label[0]; //~ ERROR use-after-reuse
}

int main(void) {
  struct node *node = calloc(1, sizeof *node);
  label = node->label;
#ifdef FIXED
  char letter = first();
  free(node);
#else
  free(node);
  struct node *other = in_place_of(node, sizeof *node);
  char letter = first();
  free(other);
#endif
  return letter;
}
