// A pointer begins at a word again and again; one of the rounds gives the word back.
//@ levels: O2
//@ kills-mutants: cached-bound/no-kill
#include "hide.h"
#include <stdlib.h>
#include <string.h>
static NOINLINE int places(const char *text, char *word, const char *last) {
  int found = 0;
  for (const char *at = text; *at; at++) {
    const char *a = at, *b = word;
    while (*b && *a == *b) //~ ERROR heap-use-after-free
      a++, b++;
    found += !*b;
    if (at == last)
      free(word);
  }
  return found;
}

int main(void) {
  char *word = malloc((size_t)hide(4)), *text = strdup("abccabbage");
  memcpy(word, "cab", 4);
  touch(word);
#ifdef FIXED
  const char *last = text + 9;
#else
  const char *last = text + 8;
#endif
  int found = places(text, word, last);
  free(text);
  return found == 77;
}
