// A block that was asked for without an alignment is deleted with one.
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

int main() {
  void *block = ::operator new(hide(32));
  ::operator delete(block, std::align_val_t(hide(16))); //~ ERROR new-delete-type-mismatch
}
