// Bits counted in five ways, chosen by a table of functions; and a sieve of bits.
#include "small.h"
#include <stdlib.h>

#define COUNT 4096
#define LIMIT 200000

static unsigned char bytes[256], halves[16];

static int one_by_one(uint32_t x) {
  int count = 0;
  for (; x; x &= x - 1)
    count++;
  return count;
}

static int by_bytes(uint32_t x) {
  return bytes[x & 255] + bytes[x >> 8 & 255] + bytes[x >> 16 & 255] + bytes[x >> 24];
}

static int through_memory(uint32_t x) {
  const unsigned char *at = (const unsigned char *)&x;
  return bytes[at[0]] + bytes[at[1]] + bytes[at[2]] + bytes[at[3]];
}

static int by_halves(uint32_t x) {
  int count = 0;
  for (; x; x >>= 4)
    count += halves[x & 15];
  return count;
}

static int at_once(uint32_t x) {
  x -= x >> 1 & 0x55555555;
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  return ((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24;
}

static uint32_t sieve(uint32_t *bits) {
  uint32_t sum = 0;
  for (int i = 0; i < LIMIT / 32; i++)
    bits[i] = ~0u;
  for (uint32_t n = 2; n < LIMIT; n++) {
    if (!(bits[n / 32] >> n % 32 & 1))
      continue;
    sum = sum * 31 + n;
    for (uint32_t k = 2 * n; k < LIMIT; k += n)
      bits[k / 32] &= ~(1u << k % 32);
  }
  return sum;
}

uint32_t run(int rounds) {
  static int (*const ways[])(uint32_t) = {one_by_one, by_bytes, through_memory, by_halves, at_once};
  uint32_t *numbers = allocate(COUNT * sizeof *numbers), *bits = allocate(LIMIT / 32 * sizeof *bits);
  uint32_t sum = 0, state = 31;
  for (int i = 0; i < 256; i++)
    bytes[i] = at_once(i);
  for (int i = 0; i < 16; i++)
    halves[i] = at_once(i);
  for (int i = 0; i < COUNT; i++)
    numbers[i] = next(&state);
  for (int round = 0; round < rounds; round++) {
    for (int way = 0; way < 5; way++)
      for (int i = 0; i < COUNT; i++)
        sum = sum * 31 + ways[way](numbers[i]) * (i + 1);
    sum += sieve(bits);
    numbers[round % COUNT] = next(&state);
  }
  free(numbers);
  free(bits);
  return sum;
}
