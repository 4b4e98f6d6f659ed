// Reads a chunk that recursive functions allocated and freed by one of many paths.
//@ contains: in built_left
//@ contains: in freed_right
#include "hide.h"
#include <stdlib.h>

struct node {
  int value;
  struct node *left, *right;
};

static struct node *built_left(int depth);
static struct node *built_right(int depth);

static struct node *built(int depth) {
  struct node *made = malloc(sizeof *made);
  made->value = depth;
  made->left = depth ? built_left(depth - 1) : 0;
  made->right = depth ? built_right(depth - 1) : 0;
  return made;
}

__attribute__((noinline)) static struct node *built_left(int depth) {
  struct node *made = built(depth);
  made->value += hide(1);
  return made;
}

__attribute__((noinline)) static struct node *built_right(int depth) {
  struct node *made = built(depth);
  made->value += hide(2);
  return made;
}

static void freed_left(struct node *node);
static void freed_right(struct node *node);

__attribute__((noinline)) static void freed_left(struct node *node) {
  if (node->left) {
    freed_left(node->left);
    freed_right(node->right);
  }
  free(node);
  hide(1);
}

__attribute__((noinline)) static void freed_right(struct node *node) {
  if (node->left) {
    freed_left(node->left);
    freed_right(node->right);
  }
  free(node);
  hide(2);
}

int main(void) {
  for (int round = 0; round < 4; round++)
    freed_left(built(6));
  struct node *root = built(6);
  struct node *node = root;
  for (int level = 0; level < 5; level++)
    node = node->right;
  node = node->left;
#ifdef FIXED
  int value = node->value - hide(1);
  freed_right(root);
  return value;
#else
  freed_right(root);
  return node->value - hide(1); //~ ERROR heap-use-after-free
#endif
}
