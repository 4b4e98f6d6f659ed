// Functions of the library that are called by name copy pointers to where others with the same address lay, of objects that are gone.
//@ flags: -w -std=gnu11 -fno-builtin -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
#define _GNU_SOURCE
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

struct box {
  char *at;
  long more[3];
};
static struct box box;

NOINLINE static void own(char *text) { box.at = text; }
NOINLINE static int look(void) { return *box.at; }

// `copy` names the places `to` and `from` and `size` bytes.
#define CHECK(copy)                                                            \
  do {                                                                         \
    char *text = malloc(32);                                                   \
    own(text);                                                                 \
    free(text);                                                                \
    text = strcpy(malloc(32), "x");                                            \
    struct box other = {text}, *to = &box, *from = &other;                     \
    size_t size = hide(sizeof other);                                          \
    copy;                                                                      \
    putchar(look());                                                           \
    free(text);                                                                \
  } while (0)

int main(void) {
  CHECK(memcpy(to, from, size));
  CHECK(memmove(to, from, size));
  CHECK(mempcpy(to, from, size));
  CHECK(bcopy(from, to, size));
  CHECK(memccpy(to, from, 255, size));
  CHECK(wmemcpy((wchar_t *)to, (wchar_t *)from, size / sizeof(wchar_t)));
  CHECK(wmemmove((wchar_t *)to, (wchar_t *)from, size / sizeof(wchar_t)));
  CHECK(__builtin___memcpy_chk(to, from, size, hide(100)));
  CHECK(__builtin___memmove_chk(to, from, size, hide(100)));
  CHECK(__builtin___mempcpy_chk(to, from, size, hide(100)));
  putchar('\n');
  return 0;
}
