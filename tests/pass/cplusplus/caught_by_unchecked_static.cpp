// The same where the unwinder is part of the program.
//@ flags: -pthread -static
#include "caught_by_unchecked.h"
