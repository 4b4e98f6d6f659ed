// A structure of the caller is left with the address of a local array.
#include "hide.h"

struct request {
  const char *name;
  long length;
};

static NOINLINE void prepare(struct request *request, int number) {
#ifdef FIXED
  static char name[100];
#else
  char name[100];
#endif
  for (int i = 0; i < 99; i++)
    name[i] = (char)('a' + (i + number) % 20);
  name[99] = 0;
  request->name = name;
  request->length = 99;
}

int main(void) {
  struct request request;
  prepare(&request, (int)hide(1));
  return ((volatile const char *)request.name)[hide(7)] != 'i'; //~ ERROR stack-use-after-return
}
