// A weak definition that loses against a longer one.
//@ aux: aux/weak_and_strong.c
#include "hide.h"

__attribute__((weak)) char table[3] = "ab";

int sum_of_table(void);

int main(void) { return sum_of_table() != 45 || table[hide(2)] != 2; }
