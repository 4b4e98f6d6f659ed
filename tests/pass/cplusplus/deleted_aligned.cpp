// Blocks are deleted with the alignment that they were asked for with: of less than 8 bytes all are none, of more than 512 all alike.
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

int main() {
  for (unsigned long align = 1; align <= 8192; align *= 2) {
    for (unsigned long size = 1; size < 5000000; size *= 100) {
      std::align_val_t asked = std::align_val_t(hide(align));
      ::operator delete(::operator new(size, asked), asked);
      ::operator delete(::operator new(size, asked), size, asked);
      ::operator delete(::operator new(size, asked, std::nothrow), asked, std::nothrow);
      ::operator delete[](::operator new[](size, asked), asked);
      ::operator delete[](::operator new[](size, asked), size, asked);
    }
  }
  ::operator delete(::operator new(8, std::align_val_t(4)));
  ::operator delete(::operator new(8), std::align_val_t(4));
  ::operator delete(::operator new(8, std::align_val_t(512)), std::align_val_t(1024));
  ::operator delete(nullptr, std::align_val_t(hide(64)));
}
