// Numbers of many digits: factorials, products and quotients, in arrays that are allocated for each result.
#include "small.h"
#include <stdlib.h>
#include <string.h>

struct number {
  int count;
  uint32_t *parts; // the lowest first
};

static struct number zero(int count) {
  struct number made = {count, calloc(count, sizeof *made.parts)};
  if (!made.parts)
    exit(1);
  return made;
}

static struct number product(struct number a, struct number b) {
  struct number made = zero(a.count + b.count);
  for (int i = 0; i < a.count; i++) {
    uint64_t carry = 0;
    for (int j = 0; j < b.count; j++) {
      carry += made.parts[i + j] + (uint64_t)a.parts[i] * b.parts[j];
      made.parts[i + j] = (uint32_t)carry;
      carry >>= 32;
    }
    made.parts[i + b.count] = (uint32_t)carry;
  }
  while (made.count > 1 && !made.parts[made.count - 1])
    made.count--;
  return made;
}

static uint32_t divide(struct number *a, uint32_t by) {
  uint64_t rest = 0;
  for (int i = a->count - 1; i >= 0; i--) {
    rest = rest << 32 | a->parts[i];
    a->parts[i] = (uint32_t)(rest / by);
    rest %= by;
  }
  while (a->count > 1 && !a->parts[a->count - 1])
    a->count--;
  return (uint32_t)rest;
}

static struct number factorial(uint32_t low, uint32_t high) {
  if (low == high) {
    struct number made = zero(1);
    made.parts[0] = low;
    return made;
  }
  uint32_t middle = low + (high - low) / 2;
  struct number a = factorial(low, middle), b = factorial(middle + 1, high), made = product(a, b);
  free(a.parts);
  free(b.parts);
  return made;
}

uint32_t run(int rounds) {
  uint32_t sum = 0;
  for (int round = 0; round < rounds; round++) {
    struct number number = factorial(1, 400 + round % 50);
    while (number.count > 1 || number.parts[0])
      sum = sum * 31 + divide(&number, 1000000000);
    free(number.parts);
  }
  return sum;
}
