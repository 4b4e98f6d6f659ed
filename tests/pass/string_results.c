// Copies and comparisons of strings of every length around chunks and pages are what the simplest loops make of them, wherever the
// strings lie: in chunks of the heap, in memory that was never poisoned, before pages that cannot be read.
//@ flags: -fno-builtin
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <wchar.h>

enum { PAGE = 4096, MOST = 3 * PAGE };

static int failed;
#define EXPECT(condition)                                                                                              \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      failed = failed ? failed : __LINE__;                                                                             \
  } while (0)

static char *fill(char *text, long length) {
  for (long i = 0; i < length; i++)
    text[i] = 'a' + i % 23;
  text[length] = 0;
  return text;
}

static wchar_t *fill_wide(wchar_t *text, long length) {
  for (long i = 0; i < length; i++)
    text[i] = 'a' + i % 23;
  text[length] = 0;
  return text;
}

static int is_filled(const char *text, long length) {
  for (long i = 0; i < length; i++)
    if (text[i] != 'a' + i % 23)
      return 0;
  return text[length] == 0;
}

static void narrow(char *to, char *from, char *other, long length) {
  fill(from, length);
  EXPECT(strcpy(to, from) == to && is_filled(to, length));
  memset(to, 1, length + 1);
  EXPECT(stpcpy(to, from) == to + length && is_filled(to, length));
  memset(to, 1, length + 1);
  EXPECT(strncpy(to, from, length + 1) == to && is_filled(to, length));
  long half = length / 2 / 23 * 23;
  fill(to, half);
  EXPECT(strcat(to, from + half) == to && is_filled(to, length));
  fill(to, half);
  EXPECT(strncat(to, from + half, length) == to && is_filled(to, length));
  fill(other, length);
  EXPECT(strcmp(from, other) == 0 && strncmp(from, other, length) == 0);
  for (long i = 0; i < length; i++)
    other[i] -= 'a' - 'A';
  EXPECT(strcasecmp(from, other) == 0 && strncasecmp(from, other, length + 5) == 0);
  EXPECT(strchr(from, 'z') == NULL && strrchr(from, 'z') == NULL && strpbrk(from, "yz") == NULL && strstr(from, "ba") == NULL);
  EXPECT(length < 1 || strrchr(from, 'a') == from + (length - 1) / 23 * 23);
  if (length > 0) {
    other[length - 1] = '!';
    EXPECT(strcasecmp(from, other) > 0 && strncasecmp(other, from, length) < 0 && strcmp(other, from) < 0);
  }
}

static void wide(wchar_t *to, wchar_t *from, wchar_t *other, long length) {
  fill_wide(from, length), fill_wide(other, length);
  EXPECT(wcscpy(to, from) == to && wmemcmp(to, from, length + 1) == 0);
  wmemset(to, 1, length + 1);
  EXPECT(wcpcpy(to, from) == to + length && wmemcmp(to, from, length + 1) == 0);
  EXPECT(wcscmp(from, other) == 0 && wcschr(from, 'z') == NULL && wcsstr(from, L"ba") == NULL);
  if (length > 0) {
    other[length - 1] = '!';
    EXPECT(wcscmp(from, other) > 0 && wcsncmp(from, other, length - 1) == 0);
  }
}

static char *block(long size) { return hide_pointer(malloc(size)); }

static void on_heap(long length) {
  char *to = block(length + 1), *from = block(length + 1), *other = block(length + 1);
  narrow(to, from, other, length);
  narrow(from, to, other, length);
  free(to), free(from), free(other);
  long size = (length + 1) * sizeof(wchar_t);
  to = block(size), from = block(size), other = block(size);
  wide((wchar_t *)to, (wchar_t *)from, (wchar_t *)other, length);
  free(to), free(from), free(other);
  // All three in one chunk, in both orders.
  to = block(3 * (length + 1) + 2);
  narrow(to + 1, to + length + 2, to + 2 * length + 3, length);
  narrow(to + length + 2, to + 1, to + 2 * length + 3, length);
  free(to);
}

// Three pieces of memory before pages that cannot be read; with the end of the string right before them.
static void before_gaps(char *memory, long length) {
  char *end[3];
  for (int i = 0; i < 3; i++) {
    end[i] = hide_pointer(memory + (i + 1) * (MOST + PAGE) - PAGE);
    mprotect(end[i], PAGE, PROT_NONE);
  }
  narrow(end[0] - length - 1, end[1] - length - 1, end[2] - length - 1, length);
  narrow(end[2] - length - 1, end[0] - length - 1, end[1] - length - 1, length);
  wchar_t *wides[3];
  for (int i = 0; i < 3; i++)
    wides[i] = (wchar_t *)end[i] - length / 4 - 1;
  wide(wides[0], wides[1], wides[2], length / 4);
  for (int i = 0; i < 3; i++)
    mprotect(end[i], PAGE, PROT_READ | PROT_WRITE);
}

int main(void) {
  static const long lengths[] = {0,  1,   7,   8,   15,  16,  17,   31,   47,   63,   64,   65,   100,  127,  128,
                                 200, 255, 256, 300, 511, 512, 513, 600, 1000, 1023, 1024, 4000, 4095, 4096, 5000, 9999};
  enum { COUNT = sizeof lengths / sizeof *lengths, ROOM = 3 * (MOST + PAGE) };
  for (int i = 0; i < COUNT; i++)
    on_heap(hide(lengths[i]));
  char *mapping = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  char *object = aligned_alloc(PAGE, ROOM);
  for (int i = 0; i < COUNT; i++) {
    before_gaps(mapping, hide(lengths[i]));
    before_gaps(object, hide(lengths[i]));
  }
  free(object);
  return failed ? 1 : 0;
}
