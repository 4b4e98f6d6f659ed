// What code without checks does to memory.
#ifndef UNCHECKED_H
#define UNCHECKED_H

// Writes so many bytes, whatever lies there.
__attribute__((no_sanitize("address"), noinline)) static void fill_unchecked(char *memory, int length) {
  for (int i = 0; i < length; i++)
    ((volatile char *)memory)[i] = (char)i;
}

#endif
