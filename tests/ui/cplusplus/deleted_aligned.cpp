// A chunk that was asked for without an alignment is deleted with one.
#include "hide.h"
#include <new>

int main() {
#ifdef FIXED
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
#else
  void *block = ::operator new(hide(32));
  ::operator delete(block, std::align_val_t(hide(16))); //~ ERROR new-delete-type-mismatch
#endif
}
