// C does not evaluate the operand of __builtin_constant_p and __builtin_object_size: it may lie behind the end of its object, or in freed memory.
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct node {
  struct node *next;
  char text[8];
};

int main(void) {
  int *numbers = malloc(4 * sizeof *numbers);
  struct node *freed = malloc(sizeof *freed);
  freed->next = NULL;
  touch(numbers);
  touch(freed);
  free(freed);
  int constants = 0;
  constants += __builtin_constant_p(numbers[hide(4)]);
  constants += __builtin_constant_p(numbers[hide(4)] + (long)numbers[hide(5)] * 2);
  constants += __builtin_constant_p(freed->text[hide(1)] == 'a');
  long sizes = (long)__builtin_object_size(freed->next->text, 0);
  sizes += (long)__builtin_dynamic_object_size(freed->next, 0);
  printf("%d %ld\n", constants, sizes);
  free(numbers);
  return 0;
}
