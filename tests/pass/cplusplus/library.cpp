// Containers, threads, thread-local and static objects with destructors.
//@ flags: -pthread -std=c++17
#include "hide.h"
#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <future>
#include <list>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

struct Counted {
  static inline std::atomic<int> alive = 0;
  int value;
  char bytes[50];
  explicit Counted(int value) : value(value) { alive++; }
  ~Counted() { alive--; }
};

static thread_local Counted of_thread(5);
static thread_local std::string text_of_thread("text that is too long to lie in the string itself");
inline std::string shared_text = "an inline variable, with text on the heap, too";

static Counted &made_once() {
  static Counted counted(3);
  return counted;
}

static int containers() {
  std::map<std::string, std::vector<int>> lists;
  std::unordered_map<int, std::string> texts;
  std::list<Counted> counted;
  std::deque<int> queue;
  for (int i = 0; i < 500; i++) {
    lists[std::to_string(i % 37)].push_back(i);
    texts[i] = std::string(static_cast<size_t>(i % 60), 'x');
    counted.emplace_back(i);
    queue.push_front(i);
  }
  std::sort(queue.begin(), queue.end());
  return static_cast<int>(lists.size() + texts[59].size()) + queue[1] + counted.back().value;
}

static int refusals() {
  int count = 0;
  std::variant<int, std::string> variant = "text";
  std::optional<std::string> optional;
  try {
    touch(&std::get<int>(variant));
  } catch (const std::bad_variant_access &) {
    count++;
  }
  try {
    touch(&optional.value());
  } catch (const std::bad_optional_access &) {
    count++;
  }
  try {
    count += std::stoi("nothing");
  } catch (const std::invalid_argument &) {
    count++;
  }
  auto later = std::async(std::launch::async, []() -> int {
    char bytes[99];
    touch(bytes);
    throw std::logic_error("elsewhere");
  });
  try {
    count += later.get();
  } catch (const std::logic_error &) {
    count++;
  }
  return count;
}

static long threads() {
  std::vector<std::thread> all;
  std::mutex mutex;
  long sum = 0;
  for (int number = 0; number < 8; number++)
    all.emplace_back([&, number] {
      char bytes[64];
      for (char &byte : bytes)
        byte = static_cast<char>(number);
      touch(bytes);
      of_thread.bytes[49] = bytes[63];
      text_of_thread += " and more";
      std::lock_guard guard(mutex);
      sum += of_thread.bytes[49] + made_once().value;
    });
  for (std::thread &thread : all)
    thread.join();
  return sum;
}

int main() {
  if (containers() != 37 + 59 + 1 + 499 || refusals() != 4 || threads() != 28 + 24)
    return 1;
  std::function<int(int)> adds = [kept = std::make_shared<int>(4), lists = std::vector<int>(10)](int value) {
    return value + *kept + static_cast<int>(lists.size());
  };
  auto generic = [&](auto value) { return adds(value) + static_cast<int>(shared_text.size()) * 0; };
  return generic(1) == 15 ? 0 : 2;
}
