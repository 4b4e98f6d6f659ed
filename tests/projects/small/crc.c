// Check sums of a block: CRC-32 by bytes and by words, CRC-16 by half bytes, Adler-32.
#include "small.h"
#include <stdlib.h>

#define LENGTH 65536

static uint32_t tables[4][256];

static void make_tables(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int bit = 0; bit < 8; bit++)
      c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    tables[0][i] = c;
  }
  for (int i = 0; i < 256; i++)
    for (int t = 1; t < 4; t++)
      tables[t][i] = tables[t - 1][i] >> 8 ^ tables[0][tables[t - 1][i] & 255];
}

static uint32_t by_bytes(const unsigned char *at, size_t length) {
  uint32_t c = ~0u;
  while (length--)
    c = tables[0][(c ^ *at++) & 255] ^ c >> 8;
  return ~c;
}

static uint32_t by_words(const uint32_t *at, size_t count) {
  uint32_t c = ~0u;
  for (size_t i = 0; i < count; i++) {
    c ^= at[i];
    c = tables[3][c & 255] ^ tables[2][c >> 8 & 255] ^ tables[1][c >> 16 & 255] ^ tables[0][c >> 24];
  }
  return ~c;
}

static uint16_t by_halves(const unsigned char *at, const unsigned char *end) {
  static const uint16_t table[16] = {0,      0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
                                     0x8108, 0x9129, 0xa14a, 0xb16b, 0xc18c, 0xd1ad, 0xe1ce, 0xf1ef};
  uint16_t c = 0xffff;
  for (; at != end; at++) {
    c = table[c >> 12 ^ *at >> 4] ^ (uint16_t)(c << 4);
    c = table[c >> 12 ^ (*at & 15)] ^ (uint16_t)(c << 4);
  }
  return c;
}

static uint32_t adler(const unsigned char *at, size_t length) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < length; i++) {
    a = (a + at[i]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}

uint32_t run(int rounds) {
  uint32_t *words = allocate(LENGTH), sum = 0, state = 11;
  unsigned char *bytes = (unsigned char *)words;
  make_tables();
  for (int i = 0; i < LENGTH / 4; i++)
    words[i] = next(&state);
  for (int round = 0; round < rounds; round++) {
    sum = sum * 31 + by_bytes(bytes, LENGTH);
    sum = sum * 31 + by_words(words, LENGTH / 4);
    sum = sum * 31 + by_halves(bytes, bytes + LENGTH);
    sum = sum * 31 + adler(bytes, LENGTH);
    words[round % (LENGTH / 4)] ^= sum;
  }
  free(words);
  return sum;
}
