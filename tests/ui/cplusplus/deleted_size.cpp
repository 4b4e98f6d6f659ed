// A chunk is deleted with another size than it has.
//@ flags: -fsized-deallocation
#include "hide.h"
#include <new>

#ifdef FIXED
int main() { operator delete(operator new(8), (unsigned long)hide(8)); }
#else
int main() {
  operator delete(operator new(8), (unsigned long)hide(4)); //~ ERROR new-delete-type-mismatch
}
#endif
