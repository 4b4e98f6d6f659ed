// Every size of structure copy keeps every byte, also of padding's neighbours.
#include "hide.h"
#include <stdlib.h>
#include <string.h>

#define CHECK(N)                                                                                   \
  {                                                                                                \
    struct object {                                                                                \
      char bytes[N];                                                                               \
    } local;                                                                                       \
    struct object *from = hide_pointer(malloc(N)), *to = hide_pointer(malloc(N));                  \
    for (int i = 0; i < N; i++)                                                                    \
      from->bytes[i] = i;                                                                          \
    local = *from;                                                                                 \
    touch(&local);                                                                                 \
    *to = local;                                                                                   \
    if (memcmp(to, from, N) != 0)                                                                  \
      return N;                                                                                    \
    free(from);                                                                                    \
    free(to);                                                                                      \
  }

int main(void) {
  CHECK(1)
  CHECK(2)
  CHECK(3)
  CHECK(6)
  CHECK(9)
  CHECK(15)
  CHECK(31)
  CHECK(63)
  CHECK(127)
  CHECK(4097)
  return 0;
}
