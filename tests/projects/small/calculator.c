// Expressions that are parsed into trees, simplified, evaluated and freed.
#include "small.h"
#include <stdlib.h>

struct tree {
  char operation; // n for a number, v for the variable
  int32_t number;
  struct tree *left, *right;
};

struct parser {
  const char *at;
};

static struct tree *make(char operation, int32_t number, struct tree *left, struct tree *right) {
  struct tree *made = allocate(sizeof *made);
  *made = (struct tree){operation, number, left, right};
  return made;
}

static struct tree *sum(struct parser *parser);

static struct tree *atom(struct parser *parser) {
  if (*parser->at == '(') {
    parser->at++;
    struct tree *inner = sum(parser);
    parser->at++;
    return inner;
  }
  if (*parser->at == 'x') {
    parser->at++;
    return make('v', 0, 0, 0);
  }
  int32_t number = 0;
  while (*parser->at >= '0' && *parser->at <= '9')
    number = number * 10 + (*parser->at++ - '0');
  return make('n', number, 0, 0);
}

static struct tree *product(struct parser *parser) {
  struct tree *made = atom(parser);
  while (*parser->at == '*' || *parser->at == '%') {
    char operation = *parser->at++;
    made = make(operation, 0, made, atom(parser));
  }
  return made;
}

static struct tree *sum(struct parser *parser) {
  struct tree *made = product(parser);
  while (*parser->at == '+' || *parser->at == '-') {
    char operation = *parser->at++;
    made = make(operation, 0, made, product(parser));
  }
  return made;
}

static uint32_t value(const struct tree *tree, uint32_t x) {
  switch (tree->operation) {
  case 'n':
    return (uint32_t)tree->number;
  case 'v':
    return x;
  case '+':
    return value(tree->left, x) + value(tree->right, x);
  case '-':
    return value(tree->left, x) - value(tree->right, x);
  case '*':
    return value(tree->left, x) * value(tree->right, x);
  default: {
    uint32_t by = value(tree->right, x);
    return by ? value(tree->left, x) % by : 0;
  }
  }
}

static void discard(struct tree *tree) {
  if (tree) {
    discard(tree->left);
    discard(tree->right);
    free(tree);
  }
}

static struct tree *simplified(struct tree *tree) {
  if (!tree->left)
    return tree;
  tree->left = simplified(tree->left);
  tree->right = simplified(tree->right);
  if (tree->left->operation == 'n' && tree->right->operation == 'n') {
    int32_t number = (int32_t)value(tree, 0);
    discard(tree);
    return make('n', number, 0, 0);
  }
  return tree;
}

uint32_t run(int rounds) {
  static const char *const texts[] = {
      "1+2*3-(4+5)*x",
      "(x+1)*(x+2)*(x+3)%1009+17*4",
      "((((x*3+7)*x+11)*x+13)*x+17)%(2*3*5*7+1)",
      "100-20*(30%7)+x*x*x-(x-1)*(x+1)",
  };
  uint32_t total = 0;
  for (int round = 0; round < rounds * 10; round++)
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
      struct parser parser = {texts[i]};
      struct tree *tree = simplified(sum(&parser));
      for (uint32_t x = 0; x < 50; x++)
        total = total * 31 + value(tree, x);
      discard(tree);
    }
  return total;
}
