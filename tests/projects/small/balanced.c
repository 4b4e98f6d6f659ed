// A tree that is built and walked by recursion, allocated at two places, as treeadd does.
#include "small.h"
#include <stdlib.h>

struct node {
  int value;
  struct node *left, *right;
};

static struct node *build(int depth, int value) {
  struct node *made = allocate(sizeof *made);
  made->value = value;
  made->left = depth ? build(depth - 1, 2 * value) : 0;
  made->right = depth ? build(depth - 1, 2 * value + 1) : 0;
  return made;
}

static uint32_t total(const struct node *node) {
  return node ? node->value + total(node->left) + total(node->right) : 0;
}

static void discard(struct node *node) {
  if (node) {
    discard(node->left);
    discard(node->right);
    free(node);
  }
}

uint32_t run(int rounds) {
  uint32_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct node *root = build(13, round);
    for (int i = 0; i < 8; i++)
      sum += total(root);
    discard(root);
  }
  return sum;
}
