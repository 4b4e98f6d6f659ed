// A function gets a pointer to an array of a structure, and a function of the library leaves the array by it.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ defines: CALL=COPY CALL=APPEND CALL=MEASURE CALL=PRINT
//@ asan: silent it does not look at members
//@ contains: member 'user.name'
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COPY(to, text) strcpy(to, text)
#define APPEND(to, text) strcat(to, text)
// A text without its end.
#define MEASURE(to, text) length = strlen(memcpy(to, text, 8))
#define PRINT(to, text) sprintf(to, "%s", text)

struct user {
  int id;
  char name[8];
  char city[8];
};

static size_t length;

NOINLINE static void put(char *to, const char *text) {
  CALL(to, text); //~ ERROR sub-object-overflow
}

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  put(user->name, "1234567");
#else
  put(user->name, "12345678");
#endif
  int id = user->id;
  free(user);
  return id + (length > 12);
}
