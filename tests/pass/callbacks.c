// Library functions call back with pointers into protected objects.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right) {
  return *(const int *)left - *(const int *)right;
}

int main(void) {
  int numbers[51];
  for (int i = 0; i < 51; i++)
    numbers[i] = i * 37 % 51;
  qsort(numbers, 51, sizeof *numbers, compare);
  for (int i = 0; i < 51; i++)
    if (numbers[i] != i)
      return 1;
  int key = 50;
  int *found = bsearch(&key, numbers, 51, sizeof *numbers, compare);
  return found != &numbers[50];
}
