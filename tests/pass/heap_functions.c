// The whole family, and what its results promise.
#define _GNU_SOURCE
#include "hide.h"
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void check(int holds, const char *what) {
  if (!holds) {
    printf("%s\n", what);
    failures++;
  }
}

int main(void) {
  free(NULL);
  char *none = malloc(hide(0));
  check(none != NULL, "malloc(0)");
  free(none);

  char *zeroed = calloc(hide(100), 10);
  for (int i = 0; i < 1000; i++)
    check(zeroed[i] == 0, "calloc is zero");
  memset(zeroed, 1, 1000);
  free(zeroed);

  char *grown = realloc(NULL, 1);
  grown[0] = 7;
  for (long size = 2; size < 300000; size *= 3) {
    grown = realloc(grown, size);
    grown[size - 1] = 1;
    check(grown[0] == 7, "realloc keeps the content");
  }
  grown = realloc(grown, 1);
  check(grown[0] == 7, "realloc to less keeps the content");
  free(grown);

  for (size_t alignment = sizeof(void *); alignment <= 1 << 16; alignment *= 2) {
    void *block = NULL;
    check(posix_memalign(&block, alignment, 33) == 0 && (uintptr_t)block % alignment == 0, "posix_memalign");
    memset(block, 1, 33);
    free(block);
    block = memalign(alignment, 1);
    check((uintptr_t)block % alignment == 0, "memalign");
    free(block);
    block = aligned_alloc(alignment, alignment);
    check((uintptr_t)block % alignment == 0, "aligned_alloc");
    free(block);
  }
  void *page = valloc(10);
  check((uintptr_t)page % 4096 == 0, "valloc");
  free(page);

  char *copy = strdup("copy"), *part = strndup("part of", 4), *printed = NULL;
  check(strcmp(copy, "copy") == 0 && strcmp(part, "part") == 0, "strdup and strndup");
  check(asprintf(&printed, "%s-%d", copy, 12) == 7 && strcmp(printed, "copy-12") == 0, "asprintf");
  free(copy);
  free(part);
  free(printed);

  for (int size = 1; size < 3000; size += 37) {
    char *block = malloc(size);
    check((uintptr_t)block % 16 == 0, "malloc is aligned to 16");
    check(malloc_usable_size(block) >= (size_t)size, "malloc_usable_size");
    memset(block, 1, size);
    free(block);
  }
  return failures;
}
