// Takes all address space, and then needs shadow for the stack of a thread.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
static void *take(unsigned long size) {
return mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0); }
static void *fill(void *argument) {
char room[300]; void *volatile kept = room; memset(kept, 1, 300); return argument; }
int main(void) {
char *area = take(64 << 20);
if (area == MAP_FAILED) return 2;
for (unsigned long size = 1 << 20; size >= 4096; size /= 16) while (take(size) != MAP_FAILED);
pthread_attr_t own; pthread_attr_init(&own); pthread_attr_setstack(&own, area + (32 << 20), 1 << 20);
pthread_t thread;
int result = pthread_create(&thread, &own, fill, 0);
return result ? result != EAGAIN : pthread_join(thread, 0); }
