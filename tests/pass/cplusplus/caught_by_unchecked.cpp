// Code without checks catches what checked code throws, cleans up, throws on, and uses the stack where the frames were: on the stacks of the
// program, of a thread that ends itself, and of a coroutine.
//@ flags: -pthread
#include "caught_by_unchecked.h"
