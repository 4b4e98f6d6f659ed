// Members that are read one after the other, of objects of all kinds, and behind calls that do not return.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct record {
  int kind;
  int size;
  long value;
};

static jmp_buf back;

NOINLINE static void leave_if(int small) {
  if (small)
    longjmp(back, 1);
}

// Only the head of a small one is there.
NOINLINE static long sum(const struct record *record) {
  long sum = record->kind;
  leave_if(record->kind == 0);
  return sum + record->size + record->value;
}

NOINLINE static int of_head(void) {
  int *head = calloc(1, sizeof *head);
  int left = setjmp(back);
  if (!left)
    left = (int)sum((struct record *)head) + 10;
  free(head);
  return left;
}

// Of computed size: the shadow decides.
NOINLINE static long on_stack(long count) {
  struct record records[count];
  struct record *last = &records[count - 1];
  last->kind = 2;
  last->size = 3;
  last->value = 4;
  touch(records);
  return last->kind + last->size + last->value;
}

// The library made it.
NOINLINE static int of_library(time_t seconds) {
  const struct tm *time = gmtime(&seconds);
  return time->tm_year + time->tm_mon + time->tm_mday - time->tm_hour;
}

// Arrays in an object are objects of their own, and what lies around them is not.
struct rows {
  int head;
  int values[4];
  int tail;
};

NOINLINE static int of_rows(struct rows *rows) {
  int *values = rows->values;
  values[0] = 1, values[3] = 2;
  rows->head = 20, rows->tail = 7;
  return rows->head + values[0] + values[3] + rows->tail;
}

NOINLINE static void exchange(long *pair, struct record *to, const struct record *from) {
  long first = pair[0];
  pair[0] = pair[1];
  pair[1] = first;
  *to = *from;
  to->kind += 10, to->value += 20;
}

int main(void) {
  struct record record = {1, 2, 3};
  struct record *chunk = malloc(sizeof *chunk);
  *chunk = record;
  struct rows rows;
  long pair[] = {4, 1};
  printf("%ld %ld", sum(&record), sum(chunk));
  printf(" %d %ld %d", of_library(1709294400) , on_stack(hide(3)), of_rows(&rows));
  exchange(pair, chunk, &record);
  printf(" %ld %d %ld\n", chunk->kind + chunk->size + chunk->value + 34, of_head(), pair[1]);
  free(chunk);
  return 0;
}
