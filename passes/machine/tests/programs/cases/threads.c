// Threads and all that synchronises them. What is printed does not depend on who runs when.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[4], filled, taken;
static long counter;

static void *count(void *times) {
  for (long i = 0; i < (long)times; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return (void *)((long)times * 2);
}

static void counting(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&threads[i], NULL, count, (void *)(i * 50));
  for (int i = 0; i < 4; i++) {
    void *result;
    pthread_join(threads[i], &result);
    printf("joined %ld\n", (long)result);
  }
  printf("counted %ld\n", counter);
}

static void *produce(void *unused) {
  for (int i = 1; i <= 20; i++) {
    pthread_mutex_lock(&lock);
    while (filled == 4)
      pthread_cond_wait(&changed, &lock);
    queue[filled++] = i;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *consume(void *sum) {
  for (;;) {
    pthread_mutex_lock(&lock);
    while (filled == 0 && taken < 20)
      pthread_cond_wait(&changed, &lock);
    if (taken == 20) {
      pthread_mutex_unlock(&lock);
      return sum;
    }
    *(long *)sum += queue[--filled];
    taken++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
  }
}

static void producing(void) {
  long sums[2] = {0, 0};
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, produce, NULL);
  pthread_create(&threads[1], NULL, consume, &sums[0]);
  pthread_create(&threads[2], NULL, consume, &sums[1]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  printf("consumed %ld\n", sums[0] + sums[1]);
}

static struct timespec soon(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now.tv_nsec += 2000000;
  if (now.tv_nsec >= 1000000000) {
    now.tv_nsec -= 1000000000;
    now.tv_sec++;
  }
  return now;
}

static pthread_mutex_t checked, recursive;

static void *others(void *unused) {
  struct timespec until = soon();
  printf("other: %d %d %d\n", pthread_mutex_trylock(&checked) == EBUSY, pthread_mutex_unlock(&checked) == EPERM,
         pthread_mutex_timedlock(&recursive, &until) == ETIMEDOUT);
  return unused;
}

static void kinds(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checked, &attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  printf("unlocked: %d\n", pthread_mutex_unlock(&checked) == EPERM);
  printf("twice: %d %d\n", pthread_mutex_lock(&checked), pthread_mutex_lock(&checked) == EDEADLK);
  for (int i = 0; i < 3; i++)
    pthread_mutex_lock(&recursive);
  pthread_t other;
  pthread_create(&other, NULL, others, NULL);
  pthread_join(other, NULL);
  printf("busy: %d\n", pthread_mutex_destroy(&recursive) == EBUSY);
  for (int i = 0; i < 3; i++)
    printf("%d", pthread_mutex_unlock(&recursive));
  printf(" %d\n", pthread_mutex_destroy(&recursive));
  struct timespec until = soon();
  pthread_mutex_lock(&lock);
  printf("timed out: %d\n", pthread_cond_timedwait(&changed, &lock, &until) == ETIMEDOUT);
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  printf("late: %d\n", now.tv_sec > until.tv_sec || now.tv_nsec >= until.tv_nsec);
  pthread_mutex_unlock(&lock);
}

static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore;
static atomic_int arrived;
static volatile int go;
static int guarded;

static void *gather(void *number) {
  while (!go)
    ;
  atomic_fetch_add(&arrived, 1);
  while (atomic_load(&arrived) < 3)
    ;
  pthread_rwlock_rdlock(&shared);
  int seen = guarded;
  pthread_rwlock_unlock(&shared);
  int serial = pthread_barrier_wait(&barrier);
  pthread_rwlock_wrlock(&shared);
  guarded += 10 + seen;
  pthread_rwlock_unlock(&shared);
  pthread_spin_lock(&spin);
  counter += serial == PTHREAD_BARRIER_SERIAL_THREAD;
  pthread_spin_unlock(&spin);
  sem_post(&semaphore);
  return number;
}

static void gathering(void) {
  counter = 0;
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, NULL, 3);
  sem_init(&semaphore, 0, 0);
  pthread_t threads[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, gather, (void *)i);
  printf("nothing yet: %d\n", sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  go = 1;
  for (int i = 0; i < 3; i++)
    sem_wait(&semaphore);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  printf("guarded %d, serial %ld\n", guarded, counter);
  struct timespec until = soon();
  printf("semaphore: %d\n", sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT);
  pthread_barrier_destroy(&barrier);
  sem_destroy(&semaphore);
  printf("readers: %d %d %d\n", pthread_rwlock_tryrdlock(&shared), pthread_rwlock_rdlock(&shared),
         pthread_rwlock_trywrlock(&shared) == EBUSY);
}

static pthread_once_t control = PTHREAD_ONCE_INIT;
static once_flag flag = ONCE_FLAG_INIT;
static pthread_key_t key, second;
static _Thread_local int own = 5;
static int begun;

static void begin(void) { begun++; }

static void destroy(void *value) {
  printf("destroys %s\n", (char *)value);
  if (strcmp(value, "first") == 0)
    pthread_setspecific(key, "again");
}

static void *special(void *name) {
  pthread_once(&control, begin);
  call_once(&flag, begin);
  pthread_setspecific(key, name);
  own += 2;
  errno = 7;
  sched_yield();
  printf("%s %d %d %d\n", (char *)pthread_getspecific(key), own, errno, pthread_getspecific(second) == NULL);
  pthread_setspecific(second, strdup("freed"));
  return NULL;
}

static void specific(void) {
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_key_create(&second, free);
  own = 1;
  errno = 3;
  special("main");
  pthread_create(&thread, NULL, special, "first");
  pthread_join(thread, NULL);
  printf("begun %d, own %d, errno %d\n", begun, own, errno);
  free(pthread_getspecific(second));
  pthread_setspecific(second, NULL);
}

static mtx_t mutex;
static cnd_t condition;
static int ready;

static int standard(void *argument) {
  mtx_lock(&mutex);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  thrd_exit(*(int *)argument + 1);
}

static void standards(void) {
  thrd_t thread;
  int number = 41, result;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  printf("created %d\n", thrd_create(&thread, standard, &number) == thrd_success);
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&condition, &mutex);
  printf("busy %d\n", mtx_trylock(&mutex) == thrd_busy);
  mtx_unlock(&mutex);
  thrd_join(thread, &result);
  printf("result %d %d\n", result, thrd_equal(thrd_current(), thread) == 0);
}

static void clean(void *what) { printf("cleans %s\n", (char *)what); }

static void *sleeper(void *unused) {
  pthread_cleanup_push(clean, "the sleeper");
  sleep(1000);
  pthread_cleanup_pop(0);
  return unused;
}

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &lock);
  for (;;)
    pthread_cond_wait(&changed, &lock);
  pthread_cleanup_pop(1);
  return unused;
}

static void *leaver(void *unused) {
  pthread_cleanup_push(clean, "the outer");
  pthread_cleanup_push(clean, "the inner");
  pthread_exit("left");
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return unused;
}

static void *stubborn(void *unused) {
  int old;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  usleep(100);
  printf("stubborn %d\n", old == PTHREAD_CANCEL_ENABLE);
  return unused;
}

static void cancelling(void) {
  pthread_t thread;
  void *result;
  void *(*all[])(void *) = {sleeper, waiter, stubborn};
  for (int i = 0; i < 3; i++) {
    pthread_create(&thread, NULL, all[i], NULL);
    usleep(100);
    if (all[i] != stubborn)
      pthread_cancel(thread);
    pthread_join(thread, &result);
    printf("cancelled %d\n", result == PTHREAD_CANCELED);
  }
  pthread_create(&thread, NULL, leaver, NULL);
  pthread_join(thread, &result);
  printf("%s\n", (char *)result);
  printf("free again: %d\n", pthread_mutex_trylock(&lock));
  pthread_mutex_unlock(&lock);
}

static int compare(const void *left, const void *right) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return *(const int *)left - *(const int *)right;
}

// Threads change in the middle of functions that the library calls.
static void *sorts(void *numbers) {
  qsort(numbers, 30, sizeof(int), compare);
  return numbers;
}

static void sorting(void) {
  static int numbers[3][30];
  pthread_t threads[3];
  counter = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 30; j++)
      numbers[i][j] = (j * 17 + i) % 30;
    pthread_create(&threads[i], NULL, sorts, numbers[i]);
  }
  int sorted = 1;
  for (int i = 0; i < 3; i++) {
    pthread_join(threads[i], NULL);
    for (int j = 0; j < 30; j++)
      sorted &= numbers[i][j] == j;
  }
  printf("sorted %d %d\n", sorted, counter > 100);
}

static int ends[2];

static void *writes(void *unused) {
  usleep(100);
  write(ends[1], "pipe", 4);
  return unused;
}

static void piping(void) {
  char bytes[5] = "";
  pthread_t thread;
  pipe(ends);
  pthread_create(&thread, NULL, writes, NULL);
  printf("%zd ", read(ends[0], bytes, 4));
  printf("%s\n", bytes);
  pthread_join(thread, NULL);
}

static void *detached(void *unused) {
  pthread_detach(pthread_self());
  usleep(1000);
  puts("the last");
  return unused;
}

static void at_end(void) { puts("exit"); }

int main(void) {
  counting();
  producing();
  kinds();
  gathering();
  specific();
  standards();
  cancelling();
  sorting();
  piping();
  pthread_t thread;
  atexit(at_end);
  pthread_create(&thread, NULL, detached, NULL);
  pthread_exit(NULL);
}
