// A structure is copied by a call of the library, and with it a pointer, which belongs to its chunk still.
//@ flags: -g -fno-builtin -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ defines: CALL=PLAIN CALL=HARDENED CALL=WIDE
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct text {
  char *at;
  long length;
};

#define PLAIN(to, from, size) memcpy(to, from, size)
#define HARDENED(to, from, size) __builtin___memcpy_chk(to, from, size, hide(16))
#define WIDE(to, from, size) wmemcpy((wchar_t *)to, (const wchar_t *)from, size / sizeof(wchar_t))

NOINLINE static void copy(struct text *to, const struct text *from) { CALL(to, from, hide(sizeof *from)); }
NOINLINE static void set(const struct text *text, long index) {
  text->at[index] = 1; //~ ERROR cross-object-access
}

int main(void) {
  struct text text = {calloc(1, 64), 64}, same;
  char *other = calloc(1, 64);
  long distance = (char *)hide_pointer(other) - (char *)hide_pointer(text.at);
#ifdef FIXED
  distance = 63;
#endif
  copy(&same, &text);
  set(&same, 3);
  set(&same, distance);
  free(text.at);
  free(other);
  return same.length != 64;
}
