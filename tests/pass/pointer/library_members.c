// What library functions may do with arrays of structures.
//@ flags: -fsanecc-mode=pointer
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct header {
  char magic[6];
  char version[2];
  char name[8];
  int sizes[4];
};

struct message {
  int kind;
  struct header header;
  char text[1];
};

struct line {
  int length;
  char bytes[];
};

union words {
  char bytes[8];
  char low[4];
};

static int ascending(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  struct header one, other;
  memset(&one, 0, sizeof one);
  // Full fields without an end.
  strncpy(one.magic, "ustar-", sizeof one.magic);
  memcpy(one.version, "00", 2);
  strncpy(one.name, "archives", sizeof one.name);
  assert(strncmp(one.magic, "ustar-", sizeof one.magic) == 0);
  assert(strnlen(one.name, sizeof one.name) == 8);
  char text[32];
  assert(snprintf(text, sizeof text, "%.6s/%.*s", one.magic, 8, one.name) == 15);

  // Several members at once, and up to the end of the structure or beyond.
  FILE *file = tmpfile();
  assert(file);
  assert(fwrite(one.magic, sizeof one, 1, file) == 1);
  rewind(file);
  assert(fread(other.magic, 1, sizeof other, file) == sizeof other);
  assert(memcmp(one.magic, other.magic, sizeof one) == 0);
  rewind(file);
  assert(fread(other.name, 1, sizeof other - 8, file) == sizeof other - 8);
  fclose(file);

  // The whole structure and a part of it in one call.
  strncpy(other.magic, "abcdef", 6);
  memset(other.version, 0, 2);
  assert(strncmp((char *)&other, other.magic, 6) == 0);
  char *start = (char *)&other;
  assert(snprintf(text, sizeof text, "%.4s%s", other.magic, start) == 10);

  // Arrays that may be longer than their types say.
  struct message *message = calloc(1, sizeof *message + 16);
  strcpy(message->text, "a long text");
  struct line *line = calloc(1, sizeof *line + 16);
  strcpy(line->bytes, "another text");
  union words words;
  strcpy(words.low, "1234567");
  assert(strlen(words.bytes) == 7);

  // Elements of an array.
  for (int i = 0; i < 4; i++)
    one.sizes[i] = 4 - i;
  qsort(one.sizes, 4, sizeof *one.sizes, ascending);
  qsort(one.sizes + 1, 3, sizeof *one.sizes, ascending);
  assert(one.sizes[0] == 1 && one.sizes[3] == 4);
  char *behind = one.name + sizeof one.name;
  assert(snprintf(behind, 0, "%s", "nothing") == 7);

  // An array is copied to the one beside it, and a call stands in another one's arguments.
  memset(&one, 0, sizeof one);
  strcpy(one.name, "abc");
  strcpy(one.magic, strcat(one.name, "d"));
  assert(strcmp(one.magic, "abcd") == 0);
  free(line);
  free(message);
  puts("done");
  return 0;
}
