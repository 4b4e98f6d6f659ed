// Correct arithmetic under all of clang's checks of undefined behaviour.
//@ flags: --check=undefined,float-cast-overflow,integer-divide-by-zero
#include "hide.h"
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum colour { RED, GREEN };

struct pair {
  char letter;
  long number;
};

static int twice(int (*function)(int), int value) { return function(function(value)); }

static int next(int value) { return value + 1; }

int main(void) {
  int least = hide(INT_MIN), most = hide(INT_MAX);
  long wide = (long)most + 1 - least;
  unsigned wraps = UINT_MAX;
  wraps += hide(3);
  bool is_large = wide > most;
  enum colour colour = hide(GREEN);
  struct pair *pairs = calloc(3, sizeof *pairs), copy = pairs[2];
  int length = hide(4);
  char letters[length];
  memset(letters, 'x', sizeof letters);
  double real = hide(12);
  int shifted = 1 << hide(30), rest = most % 7 / -1;
  pairs[1].number = least / 2;
  char *end = letters + length;
  int count = end - letters + twice(next, rest) + (int)real;
  free(pairs);
  // Bytes without a value may be computed with, as long as nothing depends on the result.
  unsigned char *bytes = malloc(2);
  unsigned short word = (unsigned short)(bytes[0] << 8) + bytes[1];
  memcpy(bytes, &word, sizeof word);
  free(bytes);
  return wraps == 2 && is_large && colour == GREEN && shifted && copy.letter == 0 && count ? 0 : 1;
}
