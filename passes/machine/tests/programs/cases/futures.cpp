// Futures, promises and tasks of C++.
#include <chrono>
#include <cstdio>
#include <future>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

static void values() {
  std::vector<std::future<int>> all;
  for (int i = 0; i < 4; i++)
    all.push_back(std::async(std::launch::async, [i] { return i * i; }));
  int sum = 0;
  for (auto &one : all)
    sum += one.get();
  std::promise<std::string> promise;
  auto later = promise.get_future();
  std::thread sets([&] { promise.set_value("set"); });
  printf("%d %s\n", sum, later.get().c_str());
  sets.join();
  auto deferred = std::async(std::launch::deferred, [] { return 7; });
  auto shared = std::async(std::launch::async, [] { return 8; }).share();
  printf("%d %d %d\n", deferred.get(), shared.get(), shared.get());
}

static void failures() {
  std::packaged_task<int(int)> task([](int number) {
    if (number < 0)
      throw std::runtime_error("negative");
    return number + 1;
  });
  auto result = task.get_future();
  task(-1);
  try {
    result.get();
  } catch (const std::exception &error) {
    puts(error.what());
  }
  try {
    std::promise<int> broken;
    auto later = broken.get_future();
    { std::promise<int> gone = std::move(broken); }
    later.get();
  } catch (const std::future_error &error) {
    printf("%s %s %d\n", error.what(), error.code().category().name(), error.code().value());
  }
  try {
    std::promise<int> twice;
    twice.set_value(1);
    twice.set_value(2);
  } catch (const std::future_error &error) {
    puts(error.what());
  }
}

int main() {
  values();
  failures();
  std::promise<void> never;
  printf("%d\n", never.get_future().wait_for(std::chrono::milliseconds(1)) == std::future_status::timeout);
  std::once_flag once;
  int times = 0;
  for (int i = 0; i < 3; i++)
    std::call_once(once, [&] { times++; });
  printf("%d\n", times);
}
