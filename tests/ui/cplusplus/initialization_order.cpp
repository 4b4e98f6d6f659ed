// Uses a global of another unit before its constructor has run.
//@ aux: aux/order_later.cpp
//@ options: check_initialization_order=1
#include "hide.h"

extern int later;

int doubled() {
  return 2 * later;  //~ ERROR initialization-order-fiasco
}

int sooner = doubled();

int main() { return sooner - later * 2; }
