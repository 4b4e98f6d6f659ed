#include "hide.h"
#include <cstring>
#include <pthread.h>
#include <stdexcept>
#include <ucontext.h>

#define UNCHECKED __attribute__((noinline, no_sanitize("address")))

NOINLINE static int sum(const char *first, long count) {
  int all = 0;
  for (long i = 0; i < count; i++)
    all += first[i];
  return all;
}

// Objects of code that is not checked, where frames may have been.
UNCHECKED static int over_stack() {
  char own[6000];
  memset(own, 1, sizeof own);
  return sum(static_cast<char *>(hide_pointer(own)), sizeof own);
}

struct Unchecked {
  bool *done;
  UNCHECKED ~Unchecked() { *done = over_stack() == 6000; }
};

NOINLINE static void deep(int depth) {
  char own[100];
  touch(own);
  if (depth == 0)
    throw std::runtime_error("deep");
  else
    deep(depth - 1);
  touch(own);
}

UNCHECKED static int catches(int depth) {
  try {
    deep(depth);
  } catch (const std::exception &error) {
    return over_stack();
  }
  return 0;
}

UNCHECKED static void cleans_up(int depth, bool *done) {
  Unchecked unchecked{done};
  deep(depth);
}

UNCHECKED static void throws_on(int depth) {
  try {
    deep(depth);
  } catch (...) {
    if (over_stack() == 6000)
      throw;
  }
}

NOINLINE static void between(void (*function)(int), int depth) {
  char own[200];
  touch(own);
  function(depth);
  touch(own);
}

NOINLINE static bool caught(void (*function)(int), int depth) {
  char own[50];
  touch(own);
  try {
    between(function, depth);
  } catch (const std::runtime_error &error) {
    touch(own);
    return over_stack() == 6000;
  }
  return false;
}

static bool cleaned;
static void cleans(int depth) { cleans_up(depth, &cleaned); }

NOINLINE static bool all() {
  for (int depth = 0; depth < 12; depth++) {
    cleaned = false;
    if (catches(depth) != 6000 || !caught(deep, depth) || !caught(throws_on, depth))
      return false;
    if (!caught(cleans, depth) || !cleaned)
      return false;
  }
  return true;
}

NOINLINE static void ends(int depth) {
  char own[100];
  touch(own);
  if (depth == 0)
    pthread_exit(nullptr);
  else
    ends(depth - 1);
  touch(own);
}

UNCHECKED static void ends_below(bool *done) {
  Unchecked unchecked{done};
  ends(12);
}

static void *thread(void *done) {
  char own[300];
  touch(own);
  if (all())
    ends_below(static_cast<bool *>(done));
  touch(own);
  return nullptr;
}

static ucontext_t before, inside;
static bool coroutine_done;

static void coroutine() {
  char own[300];
  touch(own);
  coroutine_done = all();
}

int main() {
  if (!all())
    return 1;
  bool done = false;
  pthread_t id;
  if (pthread_create(&id, nullptr, thread, &done) != 0 || pthread_join(id, nullptr) != 0 || !done)
    return 2;
  static char stack[256 << 10];
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = sizeof stack;
  inside.uc_link = &before;
  makecontext(&inside, coroutine, 0);
  swapcontext(&before, &inside);
  return !coroutine_done || !all();
}
