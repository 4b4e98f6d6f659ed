// What programs hand to functions of the library, and may.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct user {
  int id;
  char name[8];
  char city[8];
  char rest[];
};

NOINLINE static void copy(char *to, const char *from, size_t size) {
  memcpy(to, from, size);
}

NOINLINE static void put(char *to, const char *text) {
  strcpy(to, text);
  strcat(to, "!");
  assert(strlen(to) == strlen(text) + 1);
}

NOINLINE static int compare(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

struct table {
  int keys[4];
  int others[4];
};
static struct table *table;
static FILE *nothing;

// Writes all of the structure while its first array is sorted.
NOINLINE static int compare_keys(const void *one, const void *other) {
  fwrite(table, sizeof *table, 1, nothing);
  return *(const int *)one - *(const int *)other;
}

NOINLINE static void sort(int *keys) {
  qsort(keys, 4, sizeof *keys, compare_keys);
}

static char noted[16];
static void on_signal(int number) {
  snprintf(noted, sizeof noted, "signal %d", number);
}

int main(void) {
  char *one = calloc(1, 16), *other = calloc(1, 16);
  strcpy(other, "other");
  // No byte is touched where the pointer went astray, and the next call may touch what is there.
  char *astray = one + hide(other - one);
  for (int i = 0; i < 3; i++) {
    memcpy(astray, "abc", (size_t)hide(0));
    memcpy(other, "abc", (size_t)hide(3));
    fwrite(astray, 1, (size_t)hide(0), stdout);
    assert(strlen(other) == 5);
  }
  memmove(one + hide(16), other, (size_t)hide(0));
  // Functions of memory go over several members; a text fills its array.
  struct user *user = calloc(1, sizeof *user + 8);
  char *members[] = {user->name, user->city, user->rest};
  touch(members);
  copy(members[0], "12345678abcdefg", 16);
  put(members[0], "123456");
  put(members[1], "abc");
  put(members[2], "sixsix");
  memset(members[0], 0, sizeof user->name + sizeof user->city);
  put(members[0], user->city);
  // An array in the middle, by a pointer that was one to the structure.
  put((char *)user + hide(4), "1234567890");
  char *names[] = {"c", "a", "b"};
  qsort(names, 3, sizeof *names, compare);
  assert(!strcmp(names[0], "a"));
  nothing = fopen("/dev/null", "w");
  table = calloc(1, sizeof *table);
  table->keys[0] = 7;
  sort(table->keys);
  assert(table->keys[3] == 7);
  fclose(nothing);
  free(table);
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  assert(strncmp(noted, "signal ", 7) == 0);
  free(user);
  free(one);
  free(other);
  return 0;
}
