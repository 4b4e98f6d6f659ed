// A function of another unit is called before that unit's variables have got their values.
//@ aux: ../aux/constructed_later.cpp
//@ levels: O2
//@ options: check_initialization_order=1
//@ kills-mutants: temporal/constructed
#include "hide.h"

int sum(long n);
int value() { return 3; }
static int early = sum(hide(3));

int main() { return early == 77; }
