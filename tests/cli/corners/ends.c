// Threads and programs end, in the order that a case names, and something goes wrong on the way.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char *volatile block;
static const char *what;
static pthread_key_t key, late;
static int is(const char *name) { return !strcmp(what, name); }
__attribute__((noinline)) static void touch(void) { volatile char *at = block; at[10] = 1; }
static void *work(void *unused) {
  usleep(20000);
  char *own = malloc(10);
  if (is("thread")) touch();
  free(own);
  pthread_setspecific(key, malloc(20));
  if (is("late key")) {
    // The runtime's own is older, and so its turn comes first.
    pthread_key_create(&late, free);
    pthread_setspecific(late, malloc(30));
  }
  if (is("exit of thread")) exit(0);
  return unused;
}
static void clean(void *value) {
  char local[100];
  memset(local, 1, sizeof local);
  free(value);
  if (is("key")) touch();
  if (is("key frees twice")) free(value);
  // As often as the system lets it.
  if (is("key again")) pthread_setspecific(key, malloc(100));
}
static void at_exit(void) {
  if (is("atexit")) touch();
  if (is("atexit frees twice")) { free(block); free(block); }
}
__attribute__((destructor)) static void destructor(void) { if (is("destructor")) touch(); }
__attribute__((destructor(101))) static void last_destructor(void) { if (is("last destructor")) touch(); }
int main(int count, char **arguments) {
  what = arguments[1];
  block = malloc(10);
  atexit(at_exit);
  pthread_key_create(&key, clean);
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  char local[20];
  memset(local, count, sizeof local);
  if (is("quick")) { pthread_join(thread, 0); quick_exit(0); }
  if (is("main's key")) pthread_setspecific(key, malloc(5));
  puts("done");
  fflush(stdout);
  // The other thread goes on, and ends the process.
  pthread_exit(0);
}
