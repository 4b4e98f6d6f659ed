// A search tree whose nodes are inserted by recursion, looked up, counted and freed.
#include "small.h"
#include <stdlib.h>

struct node {
  uint32_t key, count;
  struct node *left, *right;
};

static struct node *insert(struct node *node, uint32_t key) {
  if (!node) {
    node = allocate(sizeof *node);
    *node = (struct node){key, 1, 0, 0};
  } else if (key < node->key)
    node->left = insert(node->left, key);
  else if (key > node->key)
    node->right = insert(node->right, key);
  else
    node->count++;
  return node;
}

static uint32_t walk(const struct node *node, uint32_t sum) {
  if (!node)
    return sum;
  sum = walk(node->left, sum);
  return walk(node->right, sum * 31 + node->key * node->count);
}

static void discard(struct node *node) {
  if (!node)
    return;
  discard(node->left);
  discard(node->right);
  free(node);
}

uint32_t run(int rounds) {
  uint32_t state = 9, sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct node *root = 0;
    for (int i = 0; i < 6000; i++)
      root = insert(root, next(&state) % 20000);
    sum = walk(root, sum);
    discard(root);
  }
  return sum;
}
