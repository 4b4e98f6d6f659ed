// Bytes turned into text and back by tables.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define SIZE 30000

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static unsigned char values[256];

static size_t encode(const unsigned char *from, size_t size, char *to) {
  char *start = to;
  for (size_t i = 0; i + 2 < size; i += 3) {
    uint32_t three = from[i] << 16 | from[i + 1] << 8 | from[i + 2];
    *to++ = LETTERS[three >> 18];
    *to++ = LETTERS[three >> 12 & 63];
    *to++ = LETTERS[three >> 6 & 63];
    *to++ = LETTERS[three & 63];
  }
  *to = 0;
  return (size_t)(to - start);
}

static size_t decode(const char *from, unsigned char *to) {
  unsigned char *start = to;
  for (; *from; from += 4) {
    uint32_t four = 0;
    for (int i = 0; i < 4; i++)
      four = four << 6 | values[(unsigned char)from[i]];
    *to++ = (unsigned char)(four >> 16);
    *to++ = four >> 8 & 255;
    *to++ = four & 255;
  }
  return (size_t)(to - start);
}

uint32_t run(int rounds) {
  unsigned char *bytes = allocate(SIZE), *again = allocate(SIZE);
  char *text = allocate(SIZE / 3 * 4 + 1);
  uint32_t state = 47, sum = 0;
  for (int i = 0; i < 64; i++)
    values[(unsigned char)LETTERS[i]] = (unsigned char)i;
  for (int i = 0; i < SIZE; i++)
    bytes[i] = next(&state) & 255;
  for (int round = 0; round < rounds * 4; round++) {
    size_t length = encode(bytes, SIZE, text);
    sum = sum * 31 + text[round % length];
    sum += decode(text, again) == SIZE && !memcmp(bytes, again, SIZE);
    bytes[round % SIZE]++;
  }
  free(bytes);
  free(again);
  free(text);
  return sum;
}
