// Another file says which index it is, and it fits.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ aux: ../aux/gives_back.c
#include "hide.h"

static volatile int numbers[8];
int which(int number);

int main(void) {
  return numbers[which(7)] == 77;
}
