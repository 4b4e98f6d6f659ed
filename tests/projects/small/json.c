// JSON that is read into a tree of values, walked, written again and freed.
#include "small.h"
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, STRING, LIST, OBJECT };

struct value {
  enum kind kind;
  double number;
  char *text;
  struct value *first, *next;
  char *key;
};

static struct value *read_value(const char **at);

static void skip(const char **at) {
  while (**at == ' ' || **at == '\n')
    ++*at;
}

static char *read_string(const char **at) {
  const char *from = ++*at;
  while (**at != '"')
    ++*at;
  size_t length = (size_t)(*at - from);
  char *text = allocate(length + 1);
  memcpy(text, from, length);
  text[length] = 0;
  ++*at;
  return text;
}

static void read_members(const char **at, struct value *into, char end) {
  struct value **last = &into->first;
  for (++*at; skip(at), **at != end;) {
    char *key = 0;
    if (end == '}') {
      key = read_string(at);
      skip(at);
      ++*at;
    }
    *last = read_value(at);
    (*last)->key = key;
    last = &(*last)->next;
    skip(at);
    if (**at == ',')
      ++*at;
  }
  ++*at;
}

static struct value *read_value(const char **at) {
  struct value *made = allocate(sizeof *made);
  memset(made, 0, sizeof *made);
  skip(at);
  if (**at == '"') {
    made->kind = STRING;
    made->text = read_string(at);
  } else if (**at == '[') {
    made->kind = LIST;
    read_members(at, made, ']');
  } else if (**at == '{') {
    made->kind = OBJECT;
    read_members(at, made, '}');
  } else
    for (; **at >= '0' && **at <= '9'; ++*at)
      made->number = made->number * 10 + (**at - '0');
  return made;
}

static uint32_t walk(const struct value *value, uint32_t sum) {
  for (; value; value = value->next) {
    for (const char *c = value->key; c && *c; c++)
      sum = sum * 31 + (unsigned char)*c;
    for (const char *c = value->text; c && *c; c++)
      sum = sum * 33 + (unsigned char)*c;
    sum = walk(value->first, sum * 7 + (uint32_t)value->number + value->kind);
  }
  return sum;
}

static void discard(struct value *value) {
  while (value) {
    struct value *next = value->next;
    discard(value->first);
    free(value->text);
    free(value->key);
    free(value);
    value = next;
  }
}

static char *document(void) {
  static const char record[] = "{\"name\": \"someone\", \"scores\": [12, 7, 1305, 22], \"home\": {\"street\": \"a long one\", \"number\": 17}}, ";
  size_t size = sizeof record - 1, count = 60;
  char *text = allocate(size * count + 3);
  text[0] = '[';
  for (size_t i = 0; i < count; i++)
    memcpy(text + 1 + i * size, record, size);
  strcpy(text + 1 + size * count, "]");
  return text;
}

uint32_t run(int rounds) {
  char *text = document();
  uint32_t sum = 0;
  for (int round = 0; round < rounds * 5; round++) {
    const char *at = text;
    struct value *root = read_value(&at);
    sum = walk(root, sum);
    discard(root);
  }
  free(text);
  return sum;
}
