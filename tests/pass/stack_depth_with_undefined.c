// Limits of recursion measure how deep the stack is, and their arithmetic is checked for overflow.
//@ flags: -fsanitize=undefined
//@ levels: O0 O1 O2
//@ asan: any it has the local elsewhere
#include "stack_depth.c"
