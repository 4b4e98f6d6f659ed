// A chunk is deleted with another size than it has.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

#ifdef FIXED
int main() { operator delete(operator new(8), (unsigned long)hide(8)); }
#else
int main() {
  operator delete(operator new(8), (unsigned long)hide(4)); //~ ERROR new-delete-type-mismatch
}
#endif
