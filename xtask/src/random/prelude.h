#include <alloca.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
typedef unsigned short __attribute__((aligned(1), may_alias)) wide2;
typedef unsigned __attribute__((aligned(1), may_alias)) wide4;
typedef unsigned long long __attribute__((aligned(1), may_alias)) wide8;
typedef unsigned char __attribute__((may_alias)) byte;
void begin(void);
int apart(void);
long hide(long value);
void *same(void *pointer);
void touch(void *pointer);
void let_go(void *pointer);
void call(void (*function)(void *), void *argument);
static inline long veil(long value) {
  volatile long hidden = value;
  return hidden;
}
