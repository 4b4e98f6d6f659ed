// Copies a string that ends with the structure: bytes may be those of all members from there on, a string is that of one.
#include <stdlib.h>
#include <string.h>

struct user {
  char name[8];
  int is_admin;
};

int main(void) {
  struct user *user = calloc(1, sizeof *user);
#ifdef FIXED
  memcpy(user->name, "12345678901", 12);
#else
  strcpy(user->name, "12345678901"); //~ ERROR sub-object-overflow
#endif
  int is_admin = user->is_admin;
  free(user);
  return is_admin == 0;
}
