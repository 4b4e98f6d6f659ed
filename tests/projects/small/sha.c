// SHA-256 of a message that comes in pieces of all lengths.
#include "small.h"
#include <stdlib.h>
#include <string.h>

static uint32_t constants[64];

struct hash {
  uint32_t state[8];
  unsigned char block[64];
  size_t filled;
  uint64_t length;
};

// Bits of the cube (or square) roots of the first primes, in whole numbers.
static uint32_t root_bits(uint32_t prime, int power) {
  uint64_t low = 0, high = (uint64_t)20 << 32;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    unsigned __int128 square = (unsigned __int128)middle * middle;
    unsigned __int128 value = power == 2 ? square : (square >> 32) * middle;
    unsigned __int128 wanted = (unsigned __int128)prime << 64;
    if (value <= wanted)
      low = middle;
    else
      high = middle;
  }
  return (uint32_t)low;
}

static void begin(struct hash *hash) {
  int count = 0;
  hash->filled = hash->length = 0;
  for (uint32_t n = 2; count < 64; n++) {
    int prime = 1;
    for (uint32_t d = 2; d * d <= n; d++)
      prime &= n % d != 0;
    if (!prime)
      continue;
    if (count < 8)
      hash->state[count] = root_bits(n, 2);
    constants[count++] = root_bits(n, 3);
  }
}

static uint32_t turn(uint32_t x, int by) { return x >> by | x << (32 - by); }

static void mix(uint32_t *state, const unsigned char *block) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)block[4 * i] << 24 | block[4 * i + 1] << 16 | block[4 * i + 2] << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
  }
  memcpy(s, state, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                   constants[i] + w[i];
    uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    for (int j = 7; j > 0; j--)
      s[j] = s[j - 1];
    s[4] += one;
    s[0] = one + two;
  }
  for (int i = 0; i < 8; i++)
    state[i] += s[i];
}

static void add(struct hash *hash, const unsigned char *bytes, size_t count) {
  hash->length += count;
  while (count > 0) {
    size_t part = 64 - hash->filled < count ? 64 - hash->filled : count;
    memcpy(hash->block + hash->filled, bytes, part);
    hash->filled += part;
    bytes += part;
    count -= part;
    if (hash->filled == 64) {
      mix(hash->state, hash->block);
      hash->filled = 0;
    }
  }
}

static uint32_t end(struct hash *hash) {
  uint64_t bits = hash->length * 8;
  unsigned char last = 0x80;
  add(hash, &last, 1);
  last = 0;
  while (hash->filled != 56)
    add(hash, &last, 1);
  for (int i = 7; i >= 0; i--) {
    last = bits >> (8 * i);
    add(hash, &last, 1);
  }
  uint32_t sum = 0;
  for (int i = 0; i < 8; i++)
    sum = sum * 31 + hash->state[i];
  return sum;
}

uint32_t run(int rounds) {
  unsigned char *message = allocate(4096);
  uint32_t sum = 0, state = 13;
  for (int i = 0; i < 4096; i++)
    message[i] = next(&state);
  for (int round = 0; round < rounds; round++) {
    struct hash hash;
    begin(&hash);
    for (size_t length = 1; length < 400; length++)
      add(&hash, message + next(&state) % 3000, length);
    sum = sum * 31 + end(&hash);
  }
  free(message);
  return sum;
}
