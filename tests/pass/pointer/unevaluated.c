// The same in pointer mode.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "../unevaluated.c"
