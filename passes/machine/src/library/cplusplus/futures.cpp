// What futures and promises need of the standard library's binary, as code that the machine runs. Templates are not here, as in `support.cpp`.

#include <bits/atomic_futex.h>
#include <future>
#include <pthread.h>
#include <string>
#include <system_error>
#include <time.h>

namespace std {

__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

namespace {
class FutureCategory final : public error_category {
public:
  const char *name() const noexcept override { return "future"; }
  string message(int number) const override {
    switch (static_cast<future_errc>(number)) {
    case future_errc::future_already_retrieved:
      return "Future already retrieved";
    case future_errc::promise_already_satisfied:
      return "Promise already satisfied";
    case future_errc::no_state:
      return "No associated state";
    case future_errc::broken_promise:
      return "Broken promise";
    }
    return "Unknown error";
  }
};
} // namespace

const error_category &future_category() noexcept {
  static const FutureCategory category;
  return category;
}
future_error::~future_error() noexcept {}
const char *future_error::what() const noexcept { return logic_error::what(); }
void __throw_future_error(int number) { throw future_error(error_code(number, future_category())); }

// All who wait for any number to change wait together. Who wakes them may do so when the number is gone.
static pthread_mutex_t waiting = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static bool wait(clockid_t clock, unsigned *place, unsigned old, bool has_end, chrono::seconds seconds, chrono::nanoseconds more) {
  const timespec end = {static_cast<time_t>(seconds.count()), static_cast<long>(more.count())};
  int number = 0;
  pthread_mutex_lock(&waiting);
  if (__atomic_load_n(place, __ATOMIC_SEQ_CST) == old)
    number = has_end ? pthread_cond_clockwait(&changed, &waiting, clock, &end) : pthread_cond_wait(&changed, &waiting);
  pthread_mutex_unlock(&waiting);
  return number != ETIMEDOUT;
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until(unsigned *place, unsigned old, bool has_end, chrono::seconds seconds, chrono::nanoseconds more) {
  return wait(CLOCK_REALTIME, place, old, has_end, seconds, more);
}
bool __atomic_futex_unsigned_base::_M_futex_wait_until_steady(unsigned *place, unsigned old, bool has_end, chrono::seconds seconds,
                                                              chrono::nanoseconds more) {
  return wait(CLOCK_MONOTONIC, place, old, has_end, seconds, more);
}
void __atomic_futex_unsigned_base::_M_futex_notify_all(unsigned *) {
  pthread_mutex_lock(&waiting);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&waiting);
}

} // namespace std
