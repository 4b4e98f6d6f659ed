// Text that is built in buffers that grow: numbers are written digit by digit, lists are joined and replaced.
#include "small.h"
#include <stdlib.h>
#include <string.h>

struct text {
  char *bytes;
  size_t length, room;
};

static void put(struct text *text, char byte) {
  if (text->length == text->room) {
    text->room = text->room ? 2 * text->room : 16;
    text->bytes = realloc(text->bytes, text->room);
    if (!text->bytes)
      exit(1);
  }
  text->bytes[text->length++] = byte;
}

static void put_number(struct text *text, uint32_t number) {
  char digits[10];
  int count = 0;
  do
    digits[count++] = (char)('0' + number % 10);
  while (number /= 10);
  while (count)
    put(text, digits[--count]);
}

static void put_text(struct text *text, const char *from) {
  while (*from)
    put(text, *from++);
}

static struct text replaced(const struct text *from, char what, const char *by) {
  struct text made = {0};
  for (size_t i = 0; i < from->length; i++)
    if (from->bytes[i] == what)
      put_text(&made, by);
    else
      put(&made, from->bytes[i]);
  return made;
}

uint32_t run(int rounds) {
  uint32_t state = 5, sum = 0;
  for (int round = 0; round < rounds * 20; round++) {
    struct text list = {0};
    for (int i = 0; i < 300; i++) {
      put_number(&list, next(&state) % 100000);
      put(&list, ',');
    }
    struct text spaced = replaced(&list, ',', ", ");
    struct text marked = replaced(&spaced, '7', "<seven>");
    for (size_t i = 0; i < marked.length; i++)
      sum = sum * 31 + (unsigned char)marked.bytes[i];
    free(list.bytes);
    free(spaced.bytes);
    free(marked.bytes);
  }
  return sum;
}
