// The chunk was made by a function of the library.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ defines: CALL=COPY CALL=FOLDER CALL=PATH CALL=PRINT
//@ asan: silent it finds what lies in redzones alone
#define _GNU_SOURCE
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COPY(text) text = strdup("a text that is long enough")
#define FOLDER(text) text = getcwd(NULL, 0)
#define PATH(text) text = realpath("/usr/bin", NULL)
#define PRINT(text)                                                            \
  if (asprintf(&text, "%d of them", 17) < 0)                                   \
  abort()

static char *texts[2];

NOINLINE static char at(const char *text, long index) {
  return text[index]; //~ ERROR cross-object-access
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    CALL(texts[i]);
  }
  long distance = hide(texts[1] - texts[0]);
  char *lower = distance > 0 ? texts[0] : texts[1];
  distance = distance < 0 ? -distance : distance;
#ifdef FIXED
  distance = 0;
#endif
  return at(lower, distance + 3) == 'z';
}
