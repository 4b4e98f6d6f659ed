// Exceptions of all kinds and what finds their handlers.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <typeinfo>
#include <unordered_map>
#include <vector>

struct Loud {
  const char *name;
  explicit Loud(const char *name) : name(name) { printf("makes %s\n", name); }
  ~Loud() { printf("destroys %s\n", name); }
};

struct Left {
  virtual ~Left() {}
  int left = 1;
};
struct Right {
  virtual ~Right() {}
  int right = 2;
};
struct Both : Left, Right {
  int both = 3;
};
struct Root {
  virtual ~Root() {}
  int root = 4;
};
struct A : virtual Root {
  int a = 5;
};
struct B : virtual Root {
  int b = 6;
};
struct Diamond : A, B {};
struct Twice : Left {};
struct Other : Left {};
struct Ambiguous : Twice, Other {};
class Hidden : Left {};

static void thrown(int what) {
  Loud local("local of thrown");
  static Both both;
  switch (what) {
  case 0: throw 5;
  case 1: throw "text";
  case 2: throw Both();
  case 3: throw &both;
  case 4: throw Diamond();
  case 5: throw Ambiguous();
  case 6: throw Hidden();
  case 7: throw nullptr;
  case 8: throw std::out_of_range("out");
  case 9: throw std::string("a text that is too long to be kept in the string itself");
  case 10: throw static_cast<const Both *>(&both);
  default: break;
  }
}

static void caught(int what) {
  Loud local("local of caught");
  try {
    thrown(what);
  } catch (int number) {
    printf("int %d\n", number);
  } catch (const char *text) {
    printf("text %s\n", text);
  } catch (Right &right) {
    printf("right %d\n", right.right);
  } catch (Right *right) {
    printf("pointer to right %d\n", right ? right->right : 0);
  } catch (const Root &root) {
    printf("root %d\n", root.root);
  } catch (Left &) {
    puts("left");
  } catch (std::logic_error &error) {
    printf("logic error: %s\n", error.what());
  } catch (std::string text) {
    printf("string %s\n", text.c_str());
  } catch (...) {
    puts("anything");
  }
}

static void rethrown() {
  try {
    try {
      throw Both();
    } catch (Left &left) {
      left.left = 10;
      Loud local("local of the handler");
      throw;
    }
  } catch (Both &both) {
    printf("again %d\n", both.left);
    try {
      throw 1;
    } catch (int) {
      puts("nested");
    }
  }
}

struct Throws {
  Loud member{"member"};
  Throws() { throw std::runtime_error("constructor"); }
};

static int compare(const void *, const void *) { throw 7; }

static std::exception_ptr kept() {
  try {
    throw std::runtime_error("kept");
  } catch (...) {
    return std::current_exception();
  }
}

static void casts() {
  Both both;
  Diamond diamond;
  Ambiguous ambiguous;
  Left *left = &both;
  Root *root = &diamond;
  printf("%d %d %d\n", dynamic_cast<Right *>(left)->right, dynamic_cast<B *>(root)->b, dynamic_cast<Both *>(left)->both);
  printf("%d %d\n", dynamic_cast<Diamond *>(left) == nullptr, dynamic_cast<A *>(dynamic_cast<B *>(root))->a);
  Twice *twice = &ambiguous;
  printf("%d %d\n", dynamic_cast<Other *>(twice) != nullptr, dynamic_cast<void *>(twice) == static_cast<void *>(&ambiguous));
  try {
    printf("%d\n", dynamic_cast<Right &>(*root).right);
  } catch (std::bad_cast &error) {
    puts(error.what());
  }
  printf("%d %d\n", typeid(*left) == typeid(Both), typeid(*root) == typeid(A));
}

static Loud &once() {
  static Loud loud("once");
  return loud;
}

static std::mutex mutex;
static thread_local Loud own("own");

static void containers() {
  std::map<int, std::string> tree;
  std::unordered_map<std::string, int> table;
  std::list<int> list;
  for (int i = 0; i < 200; i++) {
    tree[i * 37 % 101] = std::to_string(i);
    table["key" + std::to_string(i % 50)] += i;
    list.push_front(i);
  }
  for (int i = 0; i < 101; i += 3)
    tree.erase(i);
  list.reverse();
  list.sort([](int a, int b) { return a % 10 < b % 10; });
  long sum = 0, place = 0;
  for (const auto &[key, value] : tree)
    sum += key * ++place + value.size();
  for (auto entry = tree.rbegin(); entry != tree.rend(); ++entry)
    sum = sum * 3 + entry->first;
  for (int number : list)
    sum = sum * 7 + number;
  printf("%zu %zu %ld %d\n", tree.size(), table.size(), sum, table["key7"]);
  std::vector<std::unique_ptr<std::string>> texts;
  for (int i = 0; i < 20; i++)
    texts.push_back(std::make_unique<std::string>(i, 'x'));
  try {
    printf("%zu %s\n", texts[19]->size(), texts.at(20)->c_str());
  } catch (std::out_of_range &) {
    puts("beyond");
  }
}

int main() {
  for (int what = 0; what < 12; what++)
    caught(what);
  rethrown();
  try {
    Throws object;
  } catch (std::exception &error) {
    puts(error.what());
  }
  try {
    int numbers[2] = {1, 2};
    qsort(numbers, 2, sizeof(int), compare);
  } catch (int number) {
    printf("through the library %d\n", number);
  }
  std::exception_ptr pointer = kept();
  for (int i = 0; i < 2; i++)
    try {
      std::rethrow_exception(pointer);
    } catch (std::runtime_error &error) {
      puts(error.what());
    }
  pointer = nullptr;
  casts();
  printf("%s %s\n", once().name, once().name);
  try {
    volatile std::size_t much = 1ul << 62;
    delete[] new char[much];
  } catch (std::bad_alloc &error) {
    puts(error.what());
  }
  containers();
  std::thread thread([] {
    std::lock_guard<std::mutex> guard(mutex);
    printf("thread has %s\n", own.name);
    try {
      throw 3;
    } catch (int number) {
      printf("thread caught %d\n", number);
    }
  });
  thread.join();
  std::set_terminate([] {
    puts("terminates");
    exit(3);
  });
  try {
    []() noexcept { throw 1; }();
  } catch (...) {
    puts("not here");
  }
}
