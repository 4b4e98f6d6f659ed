// A handle is closed under one number and used under another one.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ options: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
//@ asan: silent it knows memory, and not whose it was
//@ contains: earlier object that the pointer was derived from
#include "hide.h"
#include "reuse.h"

struct file {
  long position;
  long size;
};

static struct file *files[8];

NOINLINE static int duplicate(int number) {
  for (int i = 0; i < 8; i++)
    if (!files[i]) {
      files[i] = files[number];
      return i;
    }
  return -1;
}

NOINLINE static void close_file(int number) {
  struct file *file = files[number];
  free(file);
  for (int i = 0; i < 8; i++)
#ifdef FIXED
    if (files[i] == file)
#else
    if (i == number)
#endif
      files[i] = NULL;
}

NOINLINE static void seek(int number, long position) {
  if (files[number]) files[number]->position = position; //~ ERROR use-after-reuse
}

int main(void) {
  files[0] = calloc(1, sizeof(struct file));
  int other = duplicate((int)hide(0));
  void *old = hide_pointer(files[0]);
  close_file(0);
  in_place_of(old, sizeof(struct file));
  seek(other, 7);
  return 0;
}
