// Strings taken apart byte by byte: words of a text are counted, turned round and compared.
#include "small.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define LENGTH 40000

static void reverse(char *low, char *high) {
  while (low < --high) {
    char one = *low;
    *low++ = *high;
    *high = one;
  }
}

static int compare(const char *a, const char *b) {
  while (*a && *a == *b) {
    a++;
    b++;
  }
  return (unsigned char)*a - (unsigned char)*b;
}

static uint32_t hash(const char *text) {
  uint32_t sum = 5381;
  while (*text)
    sum = sum * 33 ^ (unsigned char)*text++;
  return sum;
}

static void fill(char *text, uint32_t *state) {
  for (int i = 0; i < LENGTH; i++)
    text[i] = next(state) % 6 ? (char)('a' + next(state) % 5) : ' ';
  text[LENGTH] = 0;
}

uint32_t run(int rounds) {
  char *text = allocate(LENGTH + 1), word[64], longest[64] = "";
  uint32_t state = 3, sum = 0;
  for (int round = 0; round < rounds; round++) {
    fill(text, &state);
    for (char *at = text; *at;) {
      while (*at == ' ')
        at++;
      char *end = at;
      while (*end && *end != ' ')
        end++;
      reverse(at, end);
      size_t length = (size_t)(end - at) < sizeof word ? (size_t)(end - at) : sizeof word - 1;
      for (size_t i = 0; i < length; i++)
        word[i] = (char)toupper(at[i]);
      word[length] = 0;
      if (compare(word, longest) > 0)
        strcpy(longest, word);
      sum += hash(word);
      at = end;
    }
    sum ^= hash(longest);
    longest[0] = 0;
  }
  free(text);
  return sum;
}
