// A chunk is resized by a pointer to one that was there before.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it resizes the chunk of somebody else
#include "hide.h"
#include "reuse.h"

struct text {
  char *bytes;
};

NOINLINE static void drop(struct text *text) {
  free(text->bytes);
#ifdef FIXED
  text->bytes = NULL;
#endif
}

NOINLINE static void grow(struct text *text, size_t size) {
  text->bytes = realloc(text->bytes, size); //~ ERROR double-free
}

int main(void) {
  struct text text = {calloc(1, 40)};
  void *old = hide_pointer(text.bytes);
  drop(&text);
  in_place_of(old, 40);
  grow(&text, (size_t)hide(400));
  return 0;
}
