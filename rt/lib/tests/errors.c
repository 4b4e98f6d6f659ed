/* One error per name on the command line; run.sh knows the reports. */
#include "entry_points.h"
#include <alloca.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((aligned(32))) char padded[64] = "x";
static jmp_buf landing;

static void touch(char *start, size_t length) { __sanecc_check_range(start, length, site); }

__attribute__((noinline)) static void in_frame(int offset, size_t length) {
  char block[64] __attribute__((aligned(32)));
  *(uint64_t *)block = 0x41B58AB3;
  *(const void **)(block + 8) = frame;
  __sanecc_set_shadow(block, 32, 0xf1);
  __sanecc_unpoison(block + 32, 10);
  __sanecc_set_shadow(block + 48, 16, 0xf3);
  touch(block + offset, length);
  __sanecc_clear_shadow(block, 64);
}

__attribute__((noinline)) static void leave_poison(void) {
  char block[256] __attribute__((aligned(32)));
  __sanecc_set_shadow(block, 256, 0xf3);
  __sanecc_handle_no_return();
  longjmp(landing, 1);
}

__attribute__((noinline)) static void use_stack(void) {
  char large[4096];
  touch(large, sizeof large);
}

__attribute__((noinline)) static int exhaust_stack(int depth) {
  volatile char frame_of_its_own[1000];
  frame_of_its_own[0] = (char)depth;
  return exhaust_stack(depth + 1) + frame_of_its_own[0];
}

static int nothing_wrong(void) {
  char *block = realloc(strcpy(malloc(40), "hello"), 5000);
  touch(block, 5000);
  void *aligned = NULL;
  if (posix_memalign(&aligned, 4096, 10) != 0 || (uintptr_t)aligned % 4096 != 0) return 2;
  touch(aligned, 10);
  char *large = calloc(1, 10 << 20);
  touch(large, 10 << 20);
  pid_t child = fork();
  if (child == 0) {
    free(block);
    _exit(malloc(1) == NULL);
  }
  int status = 0;
  waitpid(child, &status, 0);
  /* Volatile, or the compiler knows better than to ask. */
  void *volatile absurd = calloc(-1, 16);
  if (status != 0 || strcmp(block, "hello") != 0 || absurd != NULL) return 3;
  in_frame(32, 10);
  if (!setjmp(landing)) leave_poison();
  use_stack();
  free(large);
  free(aligned);
  free(block);
  puts("fine");
  return 0;
}

int main(int count, char **arguments) {
  (void)count;
  const char *what = arguments[1];
  char *volatile block = malloc(40);
#define CASE(name) if (strcmp(what, #name) == 0)
  CASE(nothing) return nothing_wrong();
  CASE(after) touch(block + 36, 8);
  CASE(before) touch(block - 1, 1);
  CASE(empty) touch(malloc(0), 1);
  CASE(large) touch(malloc(300000), 300001);
  CASE(freed) { free(block); touch(block + 3, 1); }
  CASE(double) { free(block); free(block); }
  CASE(inner) free(block + 8);
  CASE(local) { char *volatile local = (char *)&block; free(local); }
  CASE(wild) free((void *)0x41414140);
  CASE(overflow) in_frame(42, 1);
  CASE(underflow) in_frame(28, 8);
  CASE(alloca) {
    char *object = (char *)(((uintptr_t)alloca(200) + 95) & ~(uintptr_t)31);
    __sanecc_poison_alloca(object, 33);
    touch(object + 33, 1);
  }
  CASE(global) { __sanecc_register_globals(global, 1); touch(padded, 40); touch(padded, 41); }
  CASE(object) { char local[10]; __sanecc_report_object(local + 12, 4, local, 10, site, object); }
  CASE(null) *(volatile int *)8 = 1;
  CASE(deep) return exhaust_stack(0);
  puts("not reported");
  return 0;
}
