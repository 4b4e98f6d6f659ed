// Variable arguments are read as what was passed, or as what nobody minds: other signs, pointers of other types, numbers as wide as a pointer, 0 for a null pointer. Lists are copied, handed on,
// kept in structures and begun twice. Callers and callees without checks are unknown.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer -pthread
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNCHECKED __attribute__((no_sanitize("address")))

enum color { RED, GREEN };
enum wide { WIDE = 0x100000000 };
struct nothing {};
struct byte {
  char value;
};
struct three {
  char bytes[3];
};
struct seven {
  char bytes[7];
};
struct one_float {
  float value;
};
struct two_floats {
  float a, b;
};
struct three_floats {
  float a, b, c;
};
struct mixed {
  double number;
  long count;
};
struct turned {
  long count;
  double number;
};
struct pair {
  long a, b;
};
struct padded {
  int value;
} __attribute__((aligned(8)));
struct __attribute__((packed)) crooked {
  char first;
  int second;
};
struct large {
  long parts[5];
};
struct aligned {
  _Alignas(16) long parts[4];
};
struct extended {
  long double value;
};
union any {
  double number;
  void *pointer;
};

static int failed;
#define EXPECT(condition) ((condition) ? (void)0 : (void)(failed = failed ? failed : __LINE__))

NOINLINE static void compatible(int first, ...) {
  va_list list;
  va_start(list, first);
  EXPECT(va_arg(list, unsigned) == 1);
  EXPECT(va_arg(list, enum color) == GREEN);
  EXPECT(va_arg(list, void *) != 0);
  EXPECT(va_arg(list, const unsigned char *) != 0);
  EXPECT(va_arg(list, char *) == 0);
  EXPECT(va_arg(list, char *) == 0);
  EXPECT(va_arg(list, uintptr_t) != 0);
  EXPECT(va_arg(list, void *) != 0);
  EXPECT(va_arg(list, enum wide) == WIDE);
  EXPECT(va_arg(list, void (*)(void)) != 0);
  EXPECT(va_arg(list, int) == 'c');
  EXPECT(va_arg(list, double) == 0.5);
  EXPECT(va_arg(list, int) == 1);
  va_end(list);
}

NOINLINE static void many(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  for (int i = 0; i < count; i++) {
    EXPECT(va_arg(list, int) == i);
    EXPECT(va_arg(list, double) == i + 0.5);
  }
  EXPECT(va_arg(list, long double) == 0.25L);
  EXPECT(va_arg(list, int) == -1);
  va_end(list);
  EXPECT(va_arg(again, int) == 0);
  va_copy(list, again);
  EXPECT(va_arg(again, double) == 0.5);
  EXPECT(va_arg(list, double) == 0.5);
  va_end(list);
  va_end(again);
  va_start(list, count);
  EXPECT(va_arg(list, int) == 0);
  va_end(list);
}

NOINLINE static void structures(int rounds, va_list *list) {
  for (int i = 0; i < rounds; i++) {
    EXPECT(va_arg(*list, struct byte).value == 1);
    EXPECT(va_arg(*list, struct three).bytes[2] == 3);
    EXPECT(va_arg(*list, struct seven).bytes[6] == 7);
    va_arg(*list, struct nothing);
    EXPECT(va_arg(*list, struct one_float).value == 1);
    EXPECT(va_arg(*list, struct two_floats).b == 2);
    EXPECT(va_arg(*list, struct three_floats).c == 3);
    EXPECT(va_arg(*list, struct mixed).count == 2);
    EXPECT(va_arg(*list, struct turned).number == 2);
    EXPECT(va_arg(*list, struct pair).b == 2);
    EXPECT(va_arg(*list, struct padded).value == 4);
    EXPECT(va_arg(*list, struct crooked).second == 5);
    EXPECT(va_arg(*list, struct large).parts[4] == 5);
    EXPECT(va_arg(*list, int) == 6);
    EXPECT(va_arg(*list, struct aligned).parts[3] == 4);
    EXPECT(va_arg(*list, struct extended).value == 1);
    EXPECT(va_arg(*list, union any).number == 2);
    EXPECT(va_arg(*list, __int128) == 3);
    EXPECT(__real__ va_arg(*list, _Complex double) == 1);
    EXPECT(__real__ va_arg(*list, _Complex float) == 1);
    EXPECT(__real__ va_arg(*list, _Complex long double) == 1);
    EXPECT(va_arg(*list, int) == 9);
  }
}

NOINLINE static void pass_structures(int rounds, ...) {
  va_list list;
  va_start(list, rounds);
  structures(rounds, &list);
  va_end(list);
}

NOINLINE static void structures_after(struct pair a, struct pair b, int rounds, ...) {
  va_list list;
  va_start(list, rounds);
  structures(rounds, &list);
  va_end(list);
}

NOINLINE static struct large with_result(double a, struct large b, int first, ...) {
  va_list list;
  va_start(list, first);
  EXPECT(va_arg(list, double) == 1);
  EXPECT(va_arg(list, long) == 2);
  va_end(list);
  return b;
}

NOINLINE static void many_fixed(int a, int b, int c, int d, int e, int f, int g, int h, ...) {
  va_list list;
  va_start(list, h);
  EXPECT(va_arg(list, int) == 9);
  EXPECT(va_arg(list, double) == 10);
  h = g = 0;
  EXPECT(va_arg(list, long) == 11);
  va_end(list);
}

struct reader {
  va_list list;
};

NOINLINE static int next(struct reader *reader) { return va_arg(reader->list, int); }

NOINLINE static int read_all(int count, ...) {
  struct reader *reader = malloc(sizeof(*reader));
  va_start(reader->list, count);
  int total = 0;
  for (int i = 0; i < count; i++)
    total += next(reader);
  va_end(reader->list);
  free(reader);
  return total;
}

NOINLINE static int sum_list(int count, va_list list) {
  int total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(list, int);
  return total;
}

NOINLINE static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = sum_list(count, list);
  // No va_end.
  return total;
}

NOINLINE static UNCHECKED int sum_unchecked(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = sum_list(count, list);
  va_end(list);
  return total;
}

NOINLINE static UNCHECKED double double_unchecked(int count, ...) {
  va_list list;
  va_start(list, count);
  double value = va_arg(list, double);
  va_end(list);
  return value;
}

NOINLINE static UNCHECKED int call_unchecked(int (*function)(int, ...)) { return function(3, 1, 2, 3); }

NOINLINE static UNCHECKED int jump_unchecked(void) {
  return call_unchecked(sum);
}

static int compare(const void *a, const void *b) { return sum(2, *(const int *)a, -*(const int *)b); }

static jmp_buf buffer;

NOINLINE static int leave(int count, ...) {
  va_list list;
  va_start(list, count);
  if (va_arg(list, double) > 0)
    longjmp(buffer, 1);
  va_end(list);
  return 0;
}

// At the same place as the list that was left.
NOINLINE static UNCHECKED int same_place(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = sum_list(count, list);
  va_end(list);
  return total;
}

static int caught;
static void on_signal(int number) { caught += sum(4, 1, 2, 3, 4) == 10; }

NOINLINE static int raise_between(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  for (int i = 0; i < count; i++) {
    raise(SIGUSR1);
    total += va_arg(list, int);
  }
  va_end(list);
  return total;
}

NOINLINE static int old_style();

static void *run(void *argument) {
  for (int round = 0; round < 200; round++) {
    EXPECT(sum(3, 1, 2, 3) == 6);
    EXPECT(sum_unchecked(2, 1, 2) == 3);
    EXPECT(sum(9, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 45);
  }
  return NULL;
}

static int depth_of(int depth, ...) {
  va_list list;
  va_start(list, depth);
  int first = va_arg(list, int);
  if (depth > 0)
    first += depth % 2 ? depth_of(depth - 1, 1, 2.0) : depth_of(depth - 1, 1);
  va_end(list);
  return first;
}

NOINLINE static void print(char *to, const char *format, ...) {
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  vsprintf(to, format, list);
  vsnprintf(to, 200, format, again);
  va_end(again);
  va_end(list);
}

NOINLINE static int print_list(char *to, const char *format, va_list list) { return vsnprintf(to, 200, format, list); }

NOINLINE static UNCHECKED int print_unchecked(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = print_list(to, format, list);
  va_end(list);
  return length;
}

static int (*volatile functions[])(int, ...) = {sum, sum_unchecked, same_place, read_all};

int main(void) {
  char text[] = "text";
  compatible(0, 1, GREEN, text, text, 0, NULL, text, (uintptr_t)text, WIDE, compare, 'c', 0.5f, (_Bool)1);
  many(10, 0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 0.25L, -1);
  struct byte byte = {1};
  struct three three = {{1, 2, 3}};
  struct seven seven = {{1, 2, 3, 4, 5, 6, 7}};
  struct nothing nothing;
  struct one_float one_float = {1};
  struct two_floats two_floats = {1, 2};
  struct three_floats three_floats = {1, 2, 3};
  struct mixed mixed = {1, 2};
  struct turned turned = {1, 2};
  struct pair pair = {1, 2};
  struct padded padded = {4};
  struct crooked crooked = {4, 5};
  struct large large = {{1, 2, 3, 4, 5}};
  struct aligned aligned = {{1, 2, 3, 4}};
  struct extended extended = {1};
  union any any = {2};
#define ALL                                                                                                            \
  byte, three, seven, nothing, one_float, two_floats, three_floats, mixed, turned, pair, padded, crooked, large, 6,    \
      aligned, extended, any, (__int128)3, (_Complex double)1, (_Complex float)1, (_Complex long double)1, 9
  pass_structures(1, ALL);
  pass_structures(3, ALL, ALL, ALL);
  structures_after(pair, pair, 2, ALL, ALL);
  with_result(1, large, 0, 1.0, 2L);
  many_fixed(1, 2, 3, 4, 5, 6, 7, 8, 9, 10.0, 11L);
  EXPECT(read_all(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
  // Fewer are read than were passed.
  EXPECT(sum(1, 1, 2.0, text) == 1);
  EXPECT(sum(0) == 0);
  EXPECT(call_unchecked(sum) == 6 && call_unchecked(sum_unchecked) == 6);
  EXPECT(jump_unchecked() == 6);
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof(int), compare);
  EXPECT(numbers[0] == 1 && numbers[2] == 3);
  for (int round = 0; round < 3; round++) {
    if (setjmp(buffer) == 0)
      leave(1, 1.0);
    EXPECT(same_place(2, 1, 2) == 3);
    EXPECT(double_unchecked(1, 0.5) == 0.5);
    for (int i = 0; i < 4; i++)
      EXPECT(functions[i](2, 1, 2) == 3);
  }
  signal(SIGUSR1, on_signal);
  EXPECT(raise_between(3, 1, 2, 3) == 6 && caught == 3);
  EXPECT(old_style(1, 2, 3.0, text) == 6);
  EXPECT(depth_of(50, 1, 2.0) == 51);
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
  char written[200];
  snprintf(written, sizeof(written), "%d %s %.1f", 1, text, 0.5);
  EXPECT(strcmp(written, "1 text 0.5") == 0);
  print(written, "%d %s %.1f", 1, text, 0.5);
  EXPECT(strcmp(written, "1 text 0.5") == 0);
  // Widths of integers, numbers of arguments, and what is passed beyond the format do not count.
  snprintf(written, sizeof(written), "%ld %x %c %p %zu %hhd%n", 5L, 5L, 'c', text, sizeof(text), 5, &caught);
  snprintf(written, sizeof(written), "%2$s %1$*3$d", 1, text, 5);
  snprintf(written, sizeof(written), "%*.*s|%-*d|%Lf%%", 5, 2, text, 3, 1, 0.5L, "more", 1.5);
  snprintf(written, sizeof(written), "%s", 0);
  print(written, "%d %d %d %d %d %d %d %f %f %f %f %f %f %f %f %f %s %Lg %ls", 1, 2, 3, 4, 5, 6, 7, 1., 2., 3., 4., 5., 6.,
        7., 8., 9., text, 1.0L, L"wide");
  EXPECT(print_unchecked(written, "%d %s", 1, text) == 6);
  return failed != 0;
}

// Called without a prototype: it takes what was passed, so nobody can tell how many are fixed.
static int old_style(int first, int second, double third, const char *last) { return first + second + (int)third; }
