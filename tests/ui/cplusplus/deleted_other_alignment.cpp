// An array is deleted with its size, and another alignment than it was asked for with.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

int main() {
  void *array = ::operator new[](3000000, std::align_val_t(hide(32)));
#ifdef FIXED
  ::operator delete[](array, 3000000, std::align_val_t(32));
#else
  ::operator delete[](array, 3000000, std::align_val_t(64)); //~ ERROR new-delete-type-mismatch
#endif
}
