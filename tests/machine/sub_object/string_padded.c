// Pads a string with zeros up to the end of the structure.
#include <stdlib.h>
#include <string.h>

struct user {
  char name[8];
  int is_admin;
};

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  strncpy(user->name, "1234", sizeof user->name);
#else
  strncpy(user->name, "1234", sizeof *user); //~ ERROR sub-object-overflow
#endif
  int is_admin = user->is_admin;
  free(user);
  return is_admin;
}
