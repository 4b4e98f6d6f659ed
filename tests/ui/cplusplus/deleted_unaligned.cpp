// A type whose alignment is that of a cache line is deleted as if it had none of its own.
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

struct alignas(64) Line {
  char text[64];
};

int main() {
  Line *line = new Line;
  line->text[hide(63)] = 1;
#ifdef FIXED
  delete line;
#else
  ::operator delete(line); //~ ERROR new-delete-type-mismatch
#endif
}
