// Regular expressions by backtracking: literals, dots, classes, stars, and anchors at both ends.
#include "small.h"
#include <stdlib.h>

static int matches_here(const char *pattern, const char *text);

static int is_one(const char *pattern, const char **rest, char c) {
  if (*pattern != '[') {
    *rest = pattern + 1;
    return c && (*pattern == '.' || *pattern == c);
  }
  int found = 0;
  for (pattern++; *pattern != ']'; pattern++)
    found |= *pattern == c;
  *rest = pattern + 1;
  return c && found;
}

static int matches_star(const char *one, const char *rest, const char *text) {
  const char *unused;
  do
    if (matches_here(rest, text))
      return 1;
  while (is_one(one, &unused, *text++));
  return 0;
}

static int matches_here(const char *pattern, const char *text) {
  const char *rest;
  if (!*pattern)
    return 1;
  if (*pattern == '$' && !pattern[1])
    return !*text;
  int is = is_one(pattern, &rest, *text);
  if (*rest == '*')
    return matches_star(pattern, rest + 1, text);
  return is && matches_here(rest, text + 1);
}

static int matches(const char *pattern, const char *text) {
  if (*pattern == '^')
    return matches_here(pattern + 1, text);
  do
    if (matches_here(pattern, text))
      return 1;
  while (*text++);
  return 0;
}

uint32_t run(int rounds) {
  static const char *const patterns[] = {"^a*b.c", "[abc]*d$", "a.*b.*c", "ca*[bd]a*d", "^[ab]*$", "dd*cc*bb*a"};
  uint32_t state = 11, sum = 0;
  char *line = allocate(81);
  for (int round = 0; round < rounds * 100; round++) {
    int length = 20 + next(&state) % 60;
    for (int i = 0; i < length; i++)
      line[i] = (char)('a' + next(&state) % 4);
    line[length] = 0;
    for (unsigned i = 0; i < sizeof patterns / sizeof *patterns; i++)
      sum = sum * 3 + matches(patterns[i], line);
  }
  free(line);
  return sum;
}
