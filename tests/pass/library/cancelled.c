// A thread that is cancelled inside of a library call unwinds past the check of that call.
//@ only: 64-bit the emulator for 32 bits hangs or fails here, also natively
//@ flags: -fexceptions
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int pipes[2];
static int cleaned, popped;

static void count(int *value) { cleaned += *value; }
static void pop(void *value) { popped += *(int *)value; }

static void *wait_for_input(void *argument) {
    __attribute__((cleanup(count))) int one = 1;
    char bytes[10];
    pthread_cleanup_push(pop, &one);
    read(pipes[0], bytes, sizeof bytes);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void) {
    pthread_t thread;
    void *result;
    assert(!pipe(pipes));
    assert(!pthread_create(&thread, 0, wait_for_input, 0));
    assert(!pthread_cancel(thread));
    assert(!pthread_join(thread, &result));
    assert(result == PTHREAD_CANCELED);
    // Nothing comes, and nothing before it ends a thread.
    assert(cleaned == 1 && popped == 1);
    return 0;
}
