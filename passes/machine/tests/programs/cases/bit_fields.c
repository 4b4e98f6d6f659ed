// Bit-fields whose storage is no word, and integers of many bits.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma pack(push, 1)
struct nine {
  unsigned a : 30;
  unsigned b : 30;
  int c : 12;
};

struct many {
  char first;
  unsigned a : 22;
  int b : 31;
  unsigned c : 29;
  signed d : 17;
  unsigned long long e : 50;
  int f : 3;
};
#pragma pack(pop)

typedef unsigned _BitInt(200) number;
typedef _BitInt(200) whole;

static struct many shared = {'x', 4000000, -5, 123456789, -60000, 0x2ffffffffffffull, -3};

static void print_number(number n) {
  for (int at = 192; at >= 0; at -= 64)
    printf("%016llx", (unsigned long long)(n >> at));
  printf("\n");
}

static number factorial(unsigned n) { return n ? factorial(n - 1) * n : 1; }

int main(int count, char **arguments) {
  // Fields are written one by one: the others have no value yet.
  struct nine local;
  local.b = 77 + count;
  printf("%u\n", local.b);
  local.c = -9;
  printf("%d %u\n", local.c, local.b);
  local.a = 0x3fffffff;
  local.b++;
  printf("%u %u %d\n", local.a, local.b, local.c);
  struct nine copy = local;
  copy.c *= 2;
  printf("%u %u %d\n", copy.a, copy.b, copy.c);

  printf("%c %u %d %u %d %llx %d\n", shared.first, shared.a, shared.b, shared.c, shared.d, (unsigned long long)shared.e, shared.f);
  struct many *made = malloc(sizeof *made);
  made->e = shared.e - 1;
  made->b = shared.b / count;
  printf("%llx %d\n", (unsigned long long)made->e, made->b);
  made->f = made->b < 0 ? -1 : 1;
  made->d = -65536;
  made->a = made->c = 7;
  printf("%d %d %u %u\n", made->f, made->d, made->a, made->c);
  memset(made, 0xff, sizeof *made);
  printf("%u %d %llx\n", made->c, made->d, (unsigned long long)made->e);
  free(made);

  number n = factorial(40);
  print_number(n);
  print_number(n << 13 | 5);
  print_number(n - factorial(39) + ~(number)0);
  whole w = -(whole)(factorial(30)) * (1 - 2 * count);
  print_number((number)w);
  print_number((number)(w >> 70));
  printf("%d %d %d %d\n", w < 0, w > (whole)n, n == factorial(40), (number)w >= n);
  printf("%lld %lld\n", (long long)(w >> 60), (long long)(-w >> 60));
  printf("%d %d\n", -w < 0, -w < w);
  print_number(n / factorial(37));
  print_number(n % 1000007);
  print_number((number)(-w / 1000007));
  return 0;
}
