// A block is deleted with the size that it has.
//@ flags: -fsized-deallocation
//@ options: new_delete_type_mismatch=1
#include "hide.h"
#include <new>

int main() { operator delete(operator new(8), (unsigned long)hide(8)); }
