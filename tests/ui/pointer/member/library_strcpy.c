// A string that is copied into an array of a structure is longer than the array.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <string.h>

struct user {
  int id;
  char name[8];
  int is_admin;
};

NOINLINE static void rename_user(struct user *user, const char *name) {
  strcpy(user->name, name); //~ ERROR sub-object-overflow
}

int main(void) {
  struct user user = {1, "", 0};
#ifdef FIXED
  rename_user(&user, "1234567");
#else
  rename_user(&user, "12345678");
#endif
  return user.is_admin;
}
