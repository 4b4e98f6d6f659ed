// Resumes a coroutine whose frame was given back.
//@ flags: -std=c++20
#include "hide.h"
#include <coroutine>
#include <exception>

struct Task {
  struct promise_type {
    int value = 0;
    Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int next) {
      value = next;
      return {};
    }
    void return_void() {}
    void unhandled_exception() { std::terminate(); }
  };
  std::coroutine_handle<promise_type> handle;
};

NOINLINE static Task numbers(int count) {
  char room[100];
  touch(room);
  for (int i = 1; i < count; i++)
    co_yield i + room[0] * 0;
}

int main() {
  Task task = numbers(static_cast<int>(hide(5)));
  int *value = &task.handle.promise().value;
  touch(value);
#ifdef FIXED
  task.handle.resume();
  int now = *value;
  task.handle.destroy();
#else
  task.handle.destroy();
  int now = *value;  //~ ERROR heap-use-after-free
  touch(&now);
#endif
  return now != 2;
}
