// Lines of values between commas: fields are cut out, quotes undone, numbers read and columns added.
#include "small.h"
#include <stdlib.h>
#include <string.h>

#define LINES 300

static char *make(uint32_t *state) {
  char *text = allocate(LINES * 64), *to = text;
  for (int i = 0; i < LINES; i++) {
    *to++ = '"';
    for (int k = next(state) % 9; k >= 0; k--)
      *to++ = (char)('a' + next(state) % 26);
    if (next(state) % 3 == 0) {
      *to++ = '"';
      *to++ = '"';
    }
    *to++ = '"';
    for (int field = 0; field < 3; field++) {
      *to++ = ',';
      for (int k = next(state) % 5; k >= 0; k--)
        *to++ = (char)('0' + next(state) % 10);
    }
    *to++ = '\n';
  }
  *to = 0;
  return text;
}

static char *field(char **at) {
  char *from = *at, *to = from, *start = from;
  if (*from == '"') {
    for (from++; *from != '"' || from[1] == '"'; from++) {
      *to++ = *from;
      from += *from == '"';
    }
    from++;
  } else
    while (*from != ',' && *from != '\n')
      *to++ = *from++;
  *at = from + 1;
  *to = 0;
  return start;
}

static long number(const char *text) {
  long made = 0;
  while (*text)
    made = made * 10 + (*text++ - '0');
  return made;
}

uint32_t run(int rounds) {
  uint32_t state = 59, sum = 0;
  for (int round = 0; round < rounds * 3; round++) {
    char *text = make(&state), *at = text;
    long totals[3] = {0};
    size_t longest = 0;
    while (*at) {
      char *name = field(&at);
      size_t length = strlen(name);
      longest = length > longest ? length : longest;
      for (int i = 0; i < 3; i++)
        totals[i] += number(field(&at));
    }
    sum = sum * 31 + (uint32_t)(totals[0] + totals[1] * 3 + totals[2] * 5 + longest);
    free(text);
  }
  return sum;
}
