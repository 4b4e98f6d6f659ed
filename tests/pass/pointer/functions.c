// Pointers to functions are copied as values and as bytes, compared, kept, converted, and called. Nobody touches their code.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

NOINLINE static int twice(int number) { return 2 * number; }
NOINLINE static int thrice(int number) { return 3 * number; }

struct class {
  int (*methods[2])(int);
  void *data;
};

NOINLINE static int apply(void *function, int number) { return ((int (*)(int))function)(number); }

int main(void) {
  int (*function)(int) = hide(1) ? twice : thrice, (*copy)(int);
  memcpy(&copy, &function, sizeof copy);
  if (copy != function || copy == thrice || copy(2) != 4)
    return 1;
  struct class class = {{twice, thrice}, (void *)twice}, *kept = malloc(sizeof *kept);
  *kept = class;
  if (kept->methods[hide(1)](2) != 6 || apply(kept->data, 4) != 8)
    return 2;
  uintptr_t number = (uintptr_t)thrice;
  if (((int (*)(int))number)(1) != 3 || number == (uintptr_t)twice)
    return 3;
  // What a pointer leads to that holds data or a function in turn.
  int value = 5;
  void *place = (void *)twice;
  if (place != (void *)function)
    return 4;
  place = &value;
  if (*(int *)place != 5)
    return 5;
  free(kept);
  return 0;
}
