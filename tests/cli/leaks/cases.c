// Blocks that are lost and blocks that are not, one case for each first argument.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <sanitizer/lsan_interface.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct node { struct node *next; long room[4]; };

static void *global, *other_global;
static __thread void *local;
static pthread_key_t key, keys[64];
static int ready[2];
extern void library_keep(void *), *library_tls_slot(void);

// Forgets what calls have left on the stack and in registers.
static __attribute__((noinline)) void forget(void) {
  volatile char room[8192];
  for (unsigned i = 0; i < sizeof room; i++) room[i] = 0;
}
static __attribute__((noinline)) void lose(size_t size) { void *volatile block = malloc(size); block = 0; }
static __attribute__((noinline)) void lose_list(int count) {
  struct node *first = 0;
  for (int i = 0; i < count; i++) {
    struct node *node = malloc(sizeof *node);
    node->next = first;
    first = node;
  }
}
static __attribute__((noinline)) void lose_ring(void) {
  struct node *one = malloc(40), *two = malloc(48);
  one->next = two;
  two->next = one;
}
static __attribute__((noinline)) void lose_self(void) { struct node *one = malloc(56); one->next = one; }
static __attribute__((noinline)) void lose_ignored(void) {
  struct node *one = malloc(40);
  one->next = malloc(48);
  __lsan_ignore_object((char *)one + 8);
}
static __attribute__((noinline)) void lose_disabled(void) {
  __lsan_disable();
  __lsan_disable();
  lose(30);
  __lsan_enable();
  free(malloc(31));
  lose(3000000);
  __lsan_enable();
}

static void tell(void) { if (write(ready[1], "x", 1) != 1) abort(); }
static void hear(int count) { char x; while (count--) if (read(ready[0], &x, 1) != 1) abort(); }
static void *wait_with_block(void *unused) {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, 0);
  void *volatile on_stack = malloc(100);
  local = malloc(200);
  pthread_setspecific(key, malloc(300));
  pthread_setspecific(keys[63], malloc(400));
  tell();
  for (;;) pause();
  return on_stack;
}
static void *spin_with_register(void *unused) {
  register uintptr_t in_register asm("r13") = (uintptr_t)malloc(100);
  asm volatile("" : "+r"(in_register));
  tell();
  for (;;) asm volatile("" : "+r"(in_register));
}
static void **volatile captured;
static void *wait_with_captured(void *unused) {
  void *here = malloc(100);
  captured = &here;
  forget();
  tell();
  for (;;) pause();
}
static void *return_block(void *unused) { void *block = malloc(55); tell(); return block; }
static void *return_argument(void *argument) { return argument; }
static void *exit_in_thread(void *argument) { exit(0); }
static void start(int count, void *(*function)(void *)) {
  pthread_t thread;
  for (int i = 0; i < count; i++) if (pthread_create(&thread, 0, function, 0)) abort();
}
static int lost_in_child(void) {
  pid_t child = fork();
  if (child == 0) { lose(70); forget(); exit(0); }
  int status;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(int count, char **arguments) {
  const char *what = arguments[1];
#define CASE(name) else if (!strcmp(what, name))
  setvbuf(stdout, 0, _IOFBF, 4096);
  puts("printed");
  pthread_key_create(&key, 0);
  for (int i = 0; i < 64; i++) pthread_key_create(&keys[i], 0);
  if (pipe(ready)) return 9;
  if (0) {}
  CASE("lost-one") lose(7);
  CASE("lost-many") for (int i = 0; i < 100; i++) lose(10);
  CASE("lost-sizes") { lose(10); lose(0); lose(5000); lose(3000000); lose(200000); }
  CASE("lost-list") lose_list(5);
  CASE("lost-ring") lose_ring();
  CASE("lost-self") lose_self();
  CASE("lost-overwritten") { global = malloc(64); global = malloc(65); }
  CASE("lost-zeroed") { free(calloc(3, 20)); lose(1); }
  CASE("lost-past-end") { global = malloc(48); global = (char *)global + 48; }
  CASE("lost-when-unmapped") {
    void **page = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *page = malloc(90);
  }
  CASE("lost-unregistered") {
    void **page = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *page = malloc(90);
    __lsan_register_root_region(page, 4096);
    __lsan_unregister_root_region(page, 4096);
  }
  CASE("lost-in-child") { forget(); return lost_in_child(); }
  CASE("lost-before-exit") { lose(7); forget(); exit(0); }
  CASE("lost-before-thread-exit") { lose(7); forget(); pthread_exit(0); }
  CASE("lost-with-threads") { start(8, wait_with_block); hear(8); lose(7); }
  CASE("lost-unaligned") { global = malloc(64); void *block = malloc(66); memcpy((char *)global + 3, &block, 8); }
  CASE("lost-behind-poison") {
    global = malloc(64);
    ((void **)global)[1] = malloc(67);
    void __asan_poison_memory_region(void *, size_t);
    __asan_poison_memory_region((char *)global + 8, 8);
  }
  CASE("kept-inside") { global = (char *)malloc(100) + 99; other_global = (char *)malloc(3000000) + 2000000; }
  CASE("kept-through-others") {
    struct node *first = global = malloc(sizeof *first);
    for (int i = 0; i < 1000; i++) first = first->next = malloc(sizeof *first);
    first->next = 0;
  }
  CASE("kept-by-stack") { void *volatile here = malloc(20); forget(); exit(here == 0); }
  CASE("kept-by-arguments") { arguments[0] = strdup("a name"); setenv("A_NAME", "its value", 1); }
  CASE("kept-by-library") library_keep(malloc(77));
  CASE("kept-by-thread-local") { local = malloc(20); *(void **)library_tls_slot() = malloc(21); }
  CASE("kept-by-late-library") {
    void *library = dlopen("./liblate.so", RTLD_NOW);
    if (!library) { puts(dlerror()); return 8; }
    *(void **)((void *(*)(void))dlsym(library, "late_slot"))() = malloc(22);
  }
  CASE("kept-by-threads") { start(8, wait_with_block); hear(8); }
  CASE("kept-by-register") { start(2, spin_with_register); hear(2); }
  CASE("kept-by-region") {
    void **page = mmap(0, 4096, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    page[7] = malloc(90);
    __lsan_register_root_region(page, 4096);
  }
  CASE("kept-by-protected-memory") {
    char *page = aligned_alloc(4096, 5 * 4096);
    *(void **)page = malloc(33);
    global = page;
    mprotect(page + 4096, 4096, PROT_NONE);
  }
  CASE("kept-ignored") lose_ignored();
  CASE("kept-disabled") lose_disabled();
  CASE("kept-by-empty-array") { size_t *cookie = malloc(8); *cookie = 0; global = cookie + 1; }
  CASE("kept-joined-threads") {
    pthread_t thread;
    for (int i = 0; i < 50; i++) { pthread_create(&thread, 0, return_argument, 0); pthread_join(thread, 0); }
  }
  CASE("kept-by-result") {
    pthread_t thread;
    for (int i = 0; i < 5; i++) pthread_create(&thread, 0, return_block, 0);
    hear(5);
    usleep(100000);
  }
  CASE("lost-result") {
    pthread_t thread;
    void *result;
    for (int i = 0; i < 5; i++) {
      pthread_create(&thread, 0, return_block, 0);
      hear(1);
      pthread_join(thread, &result);
      result = 0;
    }
  }
  CASE("kept-by-captured") { void *here = malloc(20); captured = &here; forget(); exit(0); }
  CASE("kept-by-captured-in-thread") { start(4, wait_with_captured); hear(4); }
  CASE("kept-exit-in-thread") { start(3, wait_with_block); hear(3); start(1, exit_in_thread); for (;;) pause(); }
  CASE("kept-when-main-has-ended") { global = malloc(10); pthread_exit(0); }
  CASE("unasked-_exit") { lose(7); forget(); fflush(stdout); _exit(0); }
  CASE("unasked-abort") { lose(7); forget(); abort(); }
  else return 7;
  forget();
  return 0;
}
