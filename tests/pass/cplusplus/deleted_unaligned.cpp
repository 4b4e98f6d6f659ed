// A type whose alignment is that of a cache line is deleted as what it is.
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

struct alignas(64) Line {
  char text[64];
};

int main() {
  Line *line = new Line;
  line->text[hide(63)] = 1;
  delete line;
}
