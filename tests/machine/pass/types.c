// Accesses that the rules of effective types allow.
//@ flags: --check=type
#include "hide.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node {
  struct node *next;
  int numbers[3];
  unsigned flags : 5, more : 11;
  double real;
};

union any {
  double real;
  uint64_t bits;
  unsigned char bytes[8];
};

typedef int aliases __attribute__((may_alias));

static void swap(void *one, void *other, size_t size) {
  unsigned char *a = one, *b = other;
  while (size--) {
    unsigned char kept = *a;
    *a++ = *b;
    *b++ = kept;
  }
}

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int sum = 0;
  for (int i = 0; i < count; i++)
    sum += i % 2 ? va_arg(list, int) : (int)va_arg(list, double);
  va_end(list);
  return sum;
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  struct node *node = calloc(1, sizeof *node), copy = {.real = 2};
  *node = copy;
  node->flags = hide(3);
  node->next = (struct node *)&node->next;
  int *number = &node->numbers[hide(1)];
  *number = -1;
  unsigned same = *(unsigned *)number;
  union any any = {.real = hide(2)};
  uint64_t bits = any.bits + any.bytes[7];
  float real = 1;
  int seen = *(aliases *)&real;
  double pair[2] = {1, hide(2)};
  swap(&pair[0], &pair[1], sizeof *pair);
  memcpy(node, &bits, sizeof bits);
  uint64_t again = *(uint64_t *)hide_pointer(node);
  node = realloc(node, 100);
  long *numbers = (long *)node;
  numbers[1] = 5;
  numbers = memset(numbers, 0, 100);
  short *small = (short *)numbers;
  small += small[0] + hide(2);
  *small = 3;
  int sorted[3] = {3, 1, 2};
  qsort(sorted, 3, sizeof *sorted, compare);
  int total = sum(4, 1.0, 2, 3.0, 4) + sorted[2];
  free(node);
  return total == 13 && same == UINT32_MAX && seen && again == bits && pair[0] > 1 ? 0 : 1;
}
