// The code of a call writes arguments to memory, where other pointers with the same addresses lay before, of objects that are gone.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#include "hide.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct few {
  char *at;
  long more[2];
};
struct many {
  long before;
  char *at[6];
};
struct pair {
  char *first, *second;
};

// All of the stack below holds pointers to a chunk that is gone then, and its memory is given out again.
NOINLINE static void fill(char *text) {
  char *volatile all[400];
  for (int i = 0; i < 400; i++)
    all[i] = text;
}
NOINLINE static char *again(void) {
  char *text = malloc(32);
  fill(text);
  free(text);
  return strcpy(malloc(32), "x");
}

NOINLINE static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += *va_arg(list, char *);
  va_end(list);
  return sum;
}
NOINLINE static int sum_of_list(va_list list) {
  struct few few = va_arg(list, struct few);
  struct pair pair = va_arg(list, struct pair);
  return *few.at + *pair.first + *pair.second;
}
NOINLINE static int sum_of_structures(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = sum_of_list(list);
  va_end(list);
  return sum;
}
NOINLINE static int of_few(struct few few) { return *few.at; }
NOINLINE static int of_many(struct many many, int i) { return *many.at[i]; }
NOINLINE static int of_moved(struct many many, int i) {
  touch(&many);
  return *many.at[i];
}
NOINLINE static int of_ten(int a, int b, int c, int d, int e, int f, int g, int h, char *first, char *second) {
  return *first + *second;
}

int main(void) {
  char *text = again();
  printf("%d\n", sum(9, text, text, text, text, text, text, text, text, text));
  free(text);
  text = again();
  struct few few = {text};
  struct pair pair = {text, text};
  printf("%d\n", sum_of_structures(2, few, pair));
  free(text);
  few.at = text = again();
  printf("%d\n", of_few(few));
  free(text);
  text = again();
  struct many many = {1, {text, text, text, text, text, text}};
  printf("%d %d\n", of_many(many, hide(3)), of_moved(many, hide(5)));
  free(text);
  text = again();
  printf("%d\n", of_ten(1, 2, 3, 4, 5, 6, 7, 8, text, text));
  free(text);
  return 0;
}
