// Variable arguments of all classes, more than registers hold.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct large {
  long words[7];
};

__attribute__((noinline)) static double total(int count, ...) {
  va_list arguments, copy;
  va_start(arguments, count);
  va_copy(copy, arguments);
  double sum = 0;
  for (int i = 0; i < count; i++) {
    sum += va_arg(arguments, int);
    sum += va_arg(arguments, double);
    sum += (double)va_arg(arguments, long double);
    sum += va_arg(arguments, struct large).words[6];
  }
  sum += va_arg(copy, int);
  va_end(copy);
  va_end(arguments);
  return sum;
}

int main(void) {
  struct large large = {{0, 1, 2, 3, 4, 5, 6}};
  double sum = total(3, 1, 2.0, 3.0L, large, 1, 2.0, 3.0L, large, 1, 2.0, 3.0L, large);
  char text[20];
  snprintf(text, sizeof text, "%.0f", sum);
  return strcmp(text, "37");
}
