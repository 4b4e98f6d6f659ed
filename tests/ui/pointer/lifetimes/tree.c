// A node of a tree is freed while its parent still points to it, and another node gets its memory.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"

struct node {
  struct node *left, *right;
  long key;
};

NOINLINE static struct node *make(long key) {
  struct node *node = calloc(1, sizeof *node);
  node->key = key;
  return node;
}

NOINLINE static long sum(const struct node *node) {
  if (!node) return 0;
  return node->key + sum(node->left) + sum(node->right); //~ ERROR use-after-reuse
}

NOINLINE static void drop(struct node **place) {
  free(*place);
#ifdef FIXED
  *place = NULL;
#endif
}

int main(void) {
  struct node *root = make(hide(1));
  root->left = make(2);
  void *old = hide_pointer(root->left);
  drop(&root->left);
  struct node *other = in_place_of(old, sizeof *other);
  other->key = 70;
  return sum(root) == 71;
}
