// Limits of recursion measure how deep the stack is, and their arithmetic is checked for overflow.
//@ only: x86_64 the other runtime is there for this processor
//@ flags: -fsanitize=undefined
//@ levels: O0 O1 O2
//@ asan: any it has the local elsewhere
#include "stack_depth.c"
