// What programs do with arrays in structures, and may, where accesses of their elements are held to them.
//@ flags: -fsanecc-mode=pointer -Wno-tautological-pointer-compare
//@ levels: O0 O1 O2 O3
#include "../../machine/pass/sub_objects.c"
