// An array is deleted with its size and its alignment.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

int main() {
  void *array = ::operator new[](3000000, std::align_val_t(hide(32)));
  ::operator delete[](array, 3000000, std::align_val_t(32));
}
