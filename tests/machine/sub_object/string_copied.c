// Copies a string that is too long for the first member of a structure: its end lands in the next one.
#include <stdlib.h>
#include <string.h>

struct user {
  char name[8];
  int is_admin;
};

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  strcpy(user->name, "1234567");
#else
  strcpy(user->name, "12345678"); //~ ERROR sub-object-overflow
#endif
  int is_admin = user->is_admin;
  free(user);
  return is_admin;
}
