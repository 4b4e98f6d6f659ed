#include <stdarg.h>

int write_all(const char *format, va_list list);

int write_all(const char *format, va_list list) {
  int total = 0;
  for (; *format; format++)
    total += *format == 's' ? *va_arg(list, char *) : va_arg(list, int); //~ ERROR variadic-argument-mismatch
  return total;
}
