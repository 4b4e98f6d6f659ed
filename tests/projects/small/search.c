// Words sought in a text: by a table of skips, by a table of borders, and plainly.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define LENGTH 60000

static uint32_t by_skips(const unsigned char *text, size_t length, const char *word) {
  size_t skips[256], size = strlen(word);
  uint32_t found = 0;
  for (int i = 0; i < 256; i++)
    skips[i] = size;
  for (size_t i = 0; i + 1 < size; i++)
    skips[(unsigned char)word[i]] = size - 1 - i;
  for (size_t at = 0; at + size <= length; at += skips[text[at + size - 1]]) {
    size_t i = size;
    while (i > 0 && text[at + i - 1] == (unsigned char)word[i - 1])
      i--;
    if (i == 0)
      found = found * 7 + at;
  }
  return found;
}

static uint32_t by_borders(const unsigned char *text, size_t length, const char *word) {
  size_t borders[32], size = strlen(word), matched = 0;
  uint32_t found = 0;
  borders[0] = 0;
  for (size_t i = 1, border = 0; i < size; i++) {
    while (border > 0 && word[i] != word[border])
      border = borders[border - 1];
    border += word[i] == word[border];
    borders[i] = border;
  }
  for (size_t at = 0; at < length; at++) {
    while (matched > 0 && text[at] != (unsigned char)word[matched])
      matched = borders[matched - 1];
    matched += text[at] == (unsigned char)word[matched];
    if (matched == size) {
      found = found * 7 + at + 1 - size;
      matched = borders[matched - 1];
    }
  }
  return found;
}

static uint32_t plainly(const char *text, const char *word) {
  uint32_t found = 0;
  for (const char *at = text; *at; at++) {
    const char *a = at, *b = word;
    while (*b && *a == *b)
      a++, b++;
    if (!*b)
      found = found * 7 + (at - text);
  }
  return found;
}

uint32_t run(int rounds) {
  static const char *const words[] = {"abc", "cabba", "dadada", "aaaa", "bcdabcd"};
  unsigned char *text = allocate(LENGTH + 1);
  uint32_t sum = 0, state = 5;
  for (int i = 0; i < LENGTH; i++)
    text[i] = 'a' + next(&state) % 4;
  text[LENGTH] = 0;
  for (int round = 0; round < rounds; round++) {
    for (int i = 0; i < 5; i++) {
      sum = sum * 31 + by_skips(text, LENGTH, words[i]);
      sum = sum * 31 + by_borders(text, LENGTH, words[i]);
      sum = sum * 31 + plainly((const char *)text, words[i]);
    }
    text[next(&state) % LENGTH] = 'a' + next(&state) % 4;
  }
  free(text);
  return sum;
}
