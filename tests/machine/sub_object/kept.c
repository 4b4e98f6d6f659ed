// The pointer to a member is kept in memory, and held to it all the same.
#include <stdlib.h>

struct writer {
  char buffer[8];
  char *at;
  int count;
};

static void put(struct writer *writer, char letter) {
  *writer->at++ = letter; //~ ERROR sub-object-overflow
}

int main(void) {
  struct writer *writer = calloc(1, sizeof *writer);
  struct writer local = {.at = 0};
  writer->at = local.buffer;
#ifdef FIXED
  int most = 8;
#else
  int most = 9;
#endif
  for (int i = 0; i < most; i++)
    put(writer, 'a' + i);
  free(writer);
  return local.count;
}
