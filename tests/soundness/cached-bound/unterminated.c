// A word without an end is compared with each place of a text: the pointer begins at the word again and again.
//@ levels: O2
//@ kills-mutants: cached-bound/distance
#include "hide.h"
#include <stdlib.h>
#include <string.h>
static NOINLINE int places(const char *text, const char *word) {
  int found = 0;
  for (const char *at = text; *at; at++) {
    const char *a = at, *b = word;
    while (*b && *a == *b) //~ ERROR heap-buffer-overflow
      a++, b++;
    found += !*b;
  }
  return found;
}

int main(void) {
#ifdef FIXED
  const char *name = "cab";
#else
  const char *name = "cabb";
#endif
  size_t size = (size_t)hide(4);
  char *word = malloc(size), *text = strdup("abccabbage");
  memcpy(word, name, size);
  touch(word);
  int found = places(text, word);
  free(word);
  free(text);
  return found == 77;
}
