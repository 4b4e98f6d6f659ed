// Functions are called by types that are theirs, or differ only by what nobody minds: pointers of other types, signs, results that are dropped, old style. What has no
// signature may be called in any way: the C library, code that is made at run time.
//@ flags: -w -std=gnu11 -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum color { RED, GREEN };
struct pair {
  long a, b;
};
struct large {
  long parts[6];
};
union __attribute__((transparent_union)) any {
  int *number;
  char *text;
};

static int compare(const int *a, const int *b) { return *a - *b; }
static unsigned count(enum color color, unsigned char small) { return color + small; }
static int drop(char *text) { return text[0]; }
static struct large make(long n) { return (struct large){{n}}; }
static long sum(struct pair pair, struct large large, float f, _Bool b, long double x) {
  return pair.a + pair.b + large.parts[0] + (long)f + b + (long)x;
}
static int old(c, s, f) char c; short s; float f;
{ return c + s + (int)f; }
static int prototyped(char c, short s) { return c + s; }
static int listed(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = 0;
  while (n-- > 0)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}
static int any(union any it) { return it.number[0]; }
static jmp_buf buffer;
__attribute__((noreturn)) static void leave(void *data) { longjmp(buffer, *(int *)data); }
static volatile sig_atomic_t caught;
static void on_signal(int number) { caught = number; }
static void on_information(int number, siginfo_t *it, void *context) { caught = number + 1; }
int missing(int) __attribute__((weak));
static void nothing(void) {}

#define CALL(type, function) ((type)hide_pointer((void *)(function)))

int main(void) {
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, (int (*)(const void *, const void *))compare);
  if (numbers[0] != 1 || CALL(int (*)(void *, void *), compare)(numbers, numbers + 1) >= 0)
    return 1;
  if (CALL(int (*)(int, signed char), count)(GREEN, 2) != 3)
    return 2;
  CALL(void (*)(void *), drop)("x");
  CALL(void (*)(const unsigned char *), drop)((const unsigned char *)"x");
  if (CALL(struct large(*)(unsigned long), make)(5).parts[0] != 5)
    return 3;
  struct pair pair = {1, 2};
  if (CALL(long (*)(struct pair, struct large, float, _Bool, long double), sum)(pair, make(3), 4, 1, 5) != 16)
    return 4;
  if (old('a', 2, 1.0) != 'a' + 3 || CALL(int (*)(), old)('a', 2, 1.0f) != 'a' + 3)
    return 5;
  if (CALL(int (*)(), prototyped)('a', 2) != 'a' + 2)
    return 6;
  if (CALL(int (*)(int, ...), listed)(0) != 0 || CALL(int (*)(int, ...), listed)(2, 1, 2) != 3)
    return 7;
  if (CALL(int (*)(), listed)(2, 1, 2) != 3)
    return 8;
  if (CALL(int (*)(union any), any)(numbers) != 1 || CALL(int (*)(char *), any)((char *)numbers) != 1)
    return 9;
  int value = 7;
  if (setjmp(buffer) == 0)
    CALL(void (*)(int *), leave)(&value);
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  CALL(void (*)(int), on_signal)(3);
  struct sigaction action = {.sa_sigaction = on_information, .sa_flags = SA_SIGINFO};
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  if (caught != SIGUSR1 + 1)
    return 10;
  if (missing)
    return missing(1);
  // The C library has no signatures.
  if (CALL(size_t(*)(const void *, int), strlen)("text", 1) != 4)
    return 11;
  CALL(void (*)(void *), free)(CALL(void *(*)(size_t), malloc)(10));
  for (int round = 0; round < 3; round++)
    CALL(void (*)(void), nothing)();
  // Code at the beginning of a page, with nothing in front of it.
  unsigned char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap(pages, 4096);
  pages[4096] = pages[4096 + 20] = 0xc3;
  mprotect(pages + 4096, 4096, PROT_READ | PROT_EXEC);
  ((void (*)(void))(pages + 4096))();
  ((void (*)(int))(pages + 4096 + 20))(1);
  // The same in a chunk.
  unsigned char *chunk = aligned_alloc(4096, 4096);
  chunk[64] = 0xc3;
  if (mprotect(chunk, 4096, PROT_READ | PROT_WRITE | PROT_EXEC) == 0) {
    ((void (*)(void))(chunk + 64))();
    mprotect(chunk, 4096, PROT_READ | PROT_WRITE);
  }
  free(chunk);
  return 0;
}
