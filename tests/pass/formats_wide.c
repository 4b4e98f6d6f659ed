// Formats with integers of each width: sizes and places of arguments differ between processors.
//@ only: hosted the library of a board knows fewer formats
#include "hide.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where one thing more would be an error.
#define ALONE(type) ((type *)hide_pointer(malloc(sizeof(type))))

int main(void) {
  long *number = ALONE(long);
  long long *wide = ALONE(long long);
  intmax_t *greatest = ALONE(intmax_t);
  size_t *size = ALONE(size_t);
  void **pointer = ALONE(void *);
  double *fraction = ALONE(double);
  long double *precise = ALONE(long double);
  int *count = ALONE(int);
  long *long_count = ALONE(long);
  int found = sscanf("1 -2 3 4 0x5 6.5 7.5 rest", "%ld %lld %jd %zu %p %lf %Lf%n%ln", number, wide, greatest, size, pointer,
                     fraction, precise, count, long_count);
  if (found != 7 || *number != 1 || *wide != -2 || *greatest != 3 || *size != 4 || *fraction != 6.5)
    return 1;
  char text[100];
  char *word = strcpy(hide_pointer(malloc(4)), "abc");
  // A word before each pair of words leaves one out, on processors where pairs begin at even ones.
  snprintf(text, sizeof text, "%d %lld %d %s%n %f %s %d %jd %*d %.*s %ld", 1, *wide, 2, word, count, *fraction, word, 3,
                        *greatest, 4, 5, 2, word, *number);
  if (*count != 10 || strcmp(text, "1 -2 2 abc 6.500000 abc 3 3    5 ab 1") != 0)
    return 2;
  if (snprintf(text, sizeof text, "%2$s %1$lld %3$s", *wide, word, word) != 10)
    return 3;
  return 0;
}
