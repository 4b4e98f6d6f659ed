// The same where the unwinder is part of the program, and the C library is not.
//@ flags: -pthread -static-libgcc -static-libstdc++
#include "caught_by_unchecked.h"
