// Extensions of the language that real programs use.
#include <cpuid.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// The operand is not evaluated.
static int asks(const char *text) {
  return __builtin_constant_p(text[123456]) + __builtin_constant_p(*(int *)0);
}

static void assembly(void) {
  long value = 5, other = 6, memory = 7;
  int tied = 1;
  __asm__("" : "=r"(value) : "0"(value + 1));
  __asm__ volatile("" : "+r"(tied), "+r"(other) : "r"(value) : "memory");
  __asm__("" : "=m"(memory) : "m"(value));
  int *address = &tied;
  __asm__("" : "+g"(address));
  printf("%ld %d %ld %ld %d\n", value, tied, other, memory, *address);
  // Of an address that is tied to a smaller variable in memory, that has what it has room for.
  unsigned small = 0, guard = 77;
  __asm__("" : "=g"(small) : "0"(&guard));
  printf("%d %u\n", small == (unsigned)(unsigned long)&guard, guard);
}

static void processor(void) {
  unsigned a, b, c, d, low, high;
  __cpuid(1, a, b, c, d);
  printf("%d\n", (d >> 26 & 1) == 1);
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  unsigned long before = (unsigned long)high << 32 | low;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  printf("%d\n", ((unsigned long)high << 32 | low) >= before);
}

struct __attribute__((aligned(16))) sixteen {
  long long a, b;
};
struct __attribute__((aligned(32))) thirty_two {
  double a[4];
};

static void variadic(int numbers, ...) {
  va_list list;
  va_start(list, numbers);
  int sum = 0;
  for (int i = 0; i < numbers; i++)
    sum += va_arg(list, int);
  struct sixteen one = va_arg(list, struct sixteen);
  struct thirty_two other = va_arg(list, struct thirty_two);
  __int128 wide = va_arg(list, __int128);
  long last = va_arg(list, long);
  va_end(list);
  printf("%d %lld %lld %g %g %lld %ld\n", sum, one.a, one.b, other.a[0], other.a[3], (long long)wide, last);
}

static void *buffer[5];

static void __attribute__((noinline)) leave(void) { __builtin_longjmp(buffer, 1); }

static void jumps(void) {
  volatile int turns = 0;
  if (__builtin_setjmp(buffer))
    turns += 10;
  turns++;
  if (turns < 5)
    leave();
  printf("%d\n", turns);
}

int main(void) {
  printf("%d\n", asks("text"));
  assembly();
  processor();
  struct sixteen one = {1, 2};
  struct thirty_two other = {{3, 4, 5, 6}};
  variadic(0, one, other, (__int128)7, 8l);
  variadic(1, 9, one, other, (__int128)7, 8l);
  variadic(6, 1, 2, 3, 4, 5, 6, one, other, (__int128)7, 8l);
  variadic(7, 1, 2, 3, 4, 5, 6, 7, one, other, (__int128)7, 8l);
  jumps();
  return 3;
}
