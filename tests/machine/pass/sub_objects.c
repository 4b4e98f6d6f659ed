// What programs do with arrays in structures, and may: nothing of it is an overflow of a member.
#include "hide.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct flexible {
  int length;
  char data[];
};

struct zero {
  int length;
  char data[0];
};

struct hack {
  int length;
  char data[1];
};

struct long_hack {
  int length;
  char data[16];
};

static void lengths(void) {
  struct flexible *flexible = malloc(sizeof *flexible + 40);
  struct zero *zero = malloc(sizeof *zero + 40);
  struct hack *hack = malloc(sizeof *hack + 40);
  struct long_hack *long_hack = malloc(sizeof *long_hack + 40);
  struct long_hack *short_one = malloc(offsetof(struct long_hack, data) + 4);
  for (int i = 0; i < 40; i++)
    flexible->data[i] = zero->data[i] = hack->data[i] = long_hack->data[hide(i)] = i;
  strcpy(short_one->data, "abc");
  // The header in front of the data, as string libraries keep it.
  char *data = hack->data;
  struct hack *again = (struct hack *)(data - offsetof(struct hack, data));
  again->length = data[-(int)offsetof(struct hack, data)];
  free(flexible);
  free(zero);
  free(hack);
  free(long_hack);
  free(short_one);
}

struct member {
  char key[16];
  int value;
  int list[3];
  int last;
};

#define CONTAINER(pointer, type, name)                                         \
  ((type *)((char *)(pointer)-offsetof(type, name)))

static void back_to_the_structure(struct member *all) {
  int *list = all->list;
  CONTAINER(list, struct member, list)->last = 1;
  ((struct member *)(uintptr_t)all->key)->last = 2;
  // A pointer to the first member is one to the structure.
  struct member *same = (struct member *)&all->key;
  same->value = 3;
  same->list[2] = 4;
  strcpy(same->key, "key");
}

static void several_at_once(struct member *all) {
  static const struct member none;
  memset(all->key, 0, sizeof *all);
  memcpy(all->key, none.key, sizeof none);
  memset(all->list, 0, sizeof *all - offsetof(struct member, list));
  if (memcmp(all->key, none.key, sizeof none) != 0)
    abort();
  memset((char *)all + offsetof(struct member, value), 0, sizeof(int) * 4);
  int ends[2];
  if (pipe(ends) == 0 && write(ends[1], all->key, sizeof *all) == sizeof *all)
    all->value += read(ends[0], all->key, sizeof *all) != sizeof *all;
  for (char *byte = (char *)all; byte < (char *)(all + 1); byte++)
    *byte = 0;
}

union number {
  unsigned char bytes[8];
  double real;
  struct {
    int low, high;
  } parts;
};

struct variant {
  int kind;
  union number number;
  union {
    char small[4];
    char large[32];
  };
  int end;
};

static int unions(void) {
  struct variant variant = {0};
  variant.number.real = 1;
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += variant.number.bytes[hide(i)];
  for (int i = 0; i < 32; i++)
    variant.large[hide(i)] = i;
  return sum + variant.number.parts.high + variant.end;
}

struct matrix {
  int rows;
  double values[3][4];
  int columns;
};

static double walked(struct matrix *matrix) {
  double sum = 0, own[3][4] = {{0}};
  double *value = &matrix->values[0][0], *other = &own[0][0];
  for (int i = 0; i < 12; i++) {
    value[i] = i;
    sum += value[i] + other[i];
  }
  for (double *end = matrix->values[2] + 4; end > value;)
    sum += *--end;
  return sum;
}

static struct {
  int count;
  char first[8];
  char second[8];
  int end;
} global;

static void global_members(void) {
  // The end of one member has the address of the next.
  for (char *end = global.first + 8; end > global.first;)
    *--end = 1;
  for (char *end = &global.second[8]; end != global.second;)
    *--end = 2;
  char *byte = (char *)&global;
  for (size_t i = 0; i < sizeof global; i++)
    byte[i] = 0;
  byte = (char *)&global + 4;
  for (size_t i = 4; i < sizeof global; i++)
    *byte++ = 0;
  memset(&global.first, 0, sizeof global - offsetof(__typeof__(global), first));
}

struct machinery {
  jmp_buf buffer;
  va_list list;
  char line[32];
  int end;
};

static int printed(struct machinery *machinery, const char *format, ...) {
  va_start(machinery->list, format);
  int count = vsnprintf(machinery->line, sizeof machinery->line, format, machinery->list);
  va_end(machinery->list);
  return count;
}

static int jumps(struct machinery *machinery) {
  if (setjmp(machinery->buffer) != 0)
    return machinery->end;
  machinery->end = printed(machinery, "%d %s", 12, "words");
  longjmp(machinery->buffer, 1);
}

static int compare(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

struct bits {
  unsigned low : 24;
  unsigned char next;
  unsigned long wide : 40;
  char letters[3];
};

struct kept {
  struct member *members[2];
  struct member own[2];
  int count;
};

int main(void) {
  lengths();
  struct member *member = calloc(2, sizeof *member), local = {"", 0, {3, 1, 2}, 0};
  back_to_the_structure(member);
  several_at_once(member);
  several_at_once(member + 1);
  back_to_the_structure(&local);
  qsort(local.list, 3, sizeof *local.list, compare);
  struct member copy = local;
  copy.key[hide(15)] = 0;
  struct matrix matrix;
  struct machinery machinery;
  struct bits bits = {0};
  bits.low = 0xffffff;
  bits.wide = hide(5);
  bits.letters[hide(2)] = bits.next;
  struct kept *kept = calloc(1, sizeof *kept);
  kept->members[0] = &kept->own[1];
  kept->members[0]->list[2] = 1;
  kept->members[hide(1)] = (struct member *)kept->own;
  kept->members[1]->last = 1;
  memset(kept->own, 0, sizeof kept->own);
  // Equal names of one object.
  char *key = kept->own[0].key;
  if ((void *)key != (void *)kept->own || free == 0)
    return 1;
  free(kept);
  free(member->key);
  global_members();
  return unions() == 0 || walked(&matrix) == 0 || jumps(&machinery) == 0;
}
