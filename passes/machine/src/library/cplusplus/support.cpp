// What programs in C++ need of the standard library's binary, as code that the machine runs: exceptions and descriptions of types, trees, lists and
// hash tables, threads. What the machine does itself is declared as the C++ ABI declares it.
//
// Templates are not here: no unit takes them from the binary, so each has its own.

#include <bits/cxxabi_forced.h>
#include <chrono>
#include <condition_variable>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <ios>
#include <list>
#include <map>
#include <mutex>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <time.h>
#include <typeinfo>
#include <unistd.h>
#include <unordered_map>

// Descriptions of types. The compiler writes those of the fundamental types where the class of their descriptions is defined.

namespace __cxxabiv1 {

#define DESCRIPTION(name)                                                                                                        \
  class name : public std::type_info {                                                                                           \
  public:                                                                                                                        \
    ~name() override;                                                                                                            \
  };                                                                                                                             \
  name::~name() {}

DESCRIPTION(__fundamental_type_info)
DESCRIPTION(__array_type_info)
DESCRIPTION(__function_type_info)
DESCRIPTION(__enum_type_info)
DESCRIPTION(__pbase_type_info)
DESCRIPTION(__pointer_type_info)
DESCRIPTION(__pointer_to_member_type_info)
DESCRIPTION(__class_type_info)
DESCRIPTION(__si_class_type_info)
DESCRIPTION(__vmi_class_type_info)

// What a thread that is cancelled throws in compiled programs.
__forced_unwind::~__forced_unwind() throw() {}

extern "C" {
void __cxa_increment_exception_refcount(void *) noexcept;
void __cxa_decrement_exception_refcount(void *) noexcept;
void *__cxa_current_primary_exception() noexcept;
void __cxa_rethrow_primary_exception(void *);
}

} // namespace __cxxabiv1

namespace std {

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info *, void **, unsigned) const { return false; }
bool type_info::__do_upcast(const __cxxabiv1::__class_type_info *, void **) const { return false; }

const nothrow_t nothrow = nothrow_t{};

// Exceptions.

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }

// The text of an exception: a copy of its own, which is enough where nobody looks at addresses.
static const char *copied(const char *text, size_t length) {
  char *copy = static_cast<char *>(malloc(length + 1));
  if (!copy)
    __throw_bad_alloc();
  memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

__cow_string::__cow_string() : _M_p(copied("", 0)) {}
__cow_string::__cow_string(const string &text) : _M_p(copied(text.data(), text.size())) {}
__cow_string::__cow_string(const char *text, size_t length) : _M_p(copied(text, length)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(copied(other._M_p, strlen(other._M_p))) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(other._M_p) { other._M_p = copied("", 0); }
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
  const char *copy = copied(other._M_p, strlen(other._M_p));
  free(const_cast<char *>(_M_p));
  _M_p = copy;
  return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
  const char *own = _M_p;
  _M_p = other._M_p;
  other._M_p = own;
  return *this;
}
__cow_string::~__cow_string() { free(const_cast<char *>(_M_p)); }

logic_error::logic_error(const string &text) : _M_msg(text) {}
logic_error::logic_error(const char *text) : _M_msg(text, strlen(text)) {}
logic_error::logic_error(const logic_error &) noexcept = default;
logic_error &logic_error::operator=(const logic_error &) noexcept = default;
logic_error::logic_error(logic_error &&) noexcept = default;
logic_error &logic_error::operator=(logic_error &&) noexcept = default;
logic_error::~logic_error() noexcept {}
const char *logic_error::what() const noexcept { return _M_msg._M_p; }

runtime_error::runtime_error(const string &text) : _M_msg(text) {}
runtime_error::runtime_error(const char *text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(const runtime_error &) noexcept = default;
runtime_error &runtime_error::operator=(const runtime_error &) noexcept = default;
runtime_error::runtime_error(runtime_error &&) noexcept = default;
runtime_error &runtime_error::operator=(runtime_error &&) noexcept = default;
runtime_error::~runtime_error() noexcept {}
const char *runtime_error::what() const noexcept { return _M_msg._M_p; }

#define FAILURE(name, base)                                                                                                      \
  name::name(const string &text) : base(text) {}                                                                                 \
  name::name(const char *text) : base(text) {}                                                                                   \
  name::~name() noexcept {}                                                                                                      \
  void __throw_##name(const char *text) { throw name(text); }

FAILURE(domain_error, logic_error)
FAILURE(invalid_argument, logic_error)
FAILURE(length_error, logic_error)
FAILURE(out_of_range, logic_error)
FAILURE(range_error, runtime_error)
FAILURE(overflow_error, runtime_error)
FAILURE(underflow_error, runtime_error)

void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_out_of_range_fmt(const char *format, ...) {
  char text[512];
  // Of the directives of printf it has %s and %zu alone.
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  throw out_of_range(text);
}

namespace __exception_ptr {
using namespace __cxxabiv1;

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object)
    __cxa_increment_exception_refcount(_M_exception_object);
}
void exception_ptr::_M_release() noexcept {
  if (_M_exception_object)
    __cxa_decrement_exception_refcount(_M_exception_object);
  _M_exception_object = nullptr;
}
void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }
} // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  void *object = __cxxabiv1::__cxa_current_primary_exception();
  exception_ptr kept(object);
  if (object)
    __cxxabiv1::__cxa_decrement_exception_refcount(object);
  return kept;
}

void rethrow_exception(exception_ptr kept) {
  __cxxabiv1::__cxa_rethrow_primary_exception(kept._M_get());
  terminate();
}

nested_exception::~nested_exception() noexcept {}

// Errors of the system.

inline namespace _V2 {
error_category::~error_category() {}
error_condition error_category::default_error_condition(int number) const noexcept { return error_condition(number, *this); }
bool error_category::equivalent(int number, const error_condition &condition) const noexcept {
  return default_error_condition(number) == condition;
}
bool error_category::equivalent(const error_code &code, int number) const noexcept { return *this == code.category() && code.value() == number; }
__cow_string error_category::_M_message(int number) const { return __cow_string(message(number)); }

namespace {
class Category final : public error_category {
  const char *name_;

public:
  explicit constexpr Category(const char *name) : name_(name) {}
  const char *name() const noexcept override { return name_; }
  string message(int number) const override { return strerror(number); }
};
} // namespace

const error_category &generic_category() noexcept {
  static const Category category("generic");
  return category;
}
const error_category &system_category() noexcept {
  static const Category category("system");
  return category;
}
} // namespace _V2

error_condition error_code::default_error_condition() const noexcept { return category().default_error_condition(value()); }
system_error::~system_error() noexcept {}
void __throw_system_error(int number) { throw system_error(error_code(number, generic_category())); }

// Where no stream is used, there is nothing to set up; `streams.cpp` does it elsewhere.

__attribute__((weak)) ios_base::Init::Init() {}
__attribute__((weak)) ios_base::Init::~Init() {}

// Lists.

namespace __detail {
void _List_node_base::_M_hook(_List_node_base *position) noexcept {
  _M_next = position;
  _M_prev = position->_M_prev;
  position->_M_prev->_M_next = this;
  position->_M_prev = this;
}
void _List_node_base::_M_unhook() noexcept {
  _M_prev->_M_next = _M_next;
  _M_next->_M_prev = _M_prev;
}
// Moves [first, last) in front of this.
void _List_node_base::_M_transfer(_List_node_base *first, _List_node_base *last) noexcept {
  if (this == last || first == last)
    return;
  _List_node_base *end = last->_M_prev;
  first->_M_prev->_M_next = last;
  last->_M_prev = first->_M_prev;
  _M_prev->_M_next = first;
  first->_M_prev = _M_prev;
  end->_M_next = this;
  _M_prev = end;
}
void _List_node_base::_M_reverse() noexcept {
  _List_node_base *node = this;
  do {
    _List_node_base *next = node->_M_next;
    node->_M_next = node->_M_prev;
    node->_M_prev = next;
    node = next;
  } while (node != this);
}
void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept {
  const bool has_a = a._M_next != &a, has_b = b._M_next != &b;
  const _List_node_base old = a;
  if (has_b) {
    a = b;
    a._M_next->_M_prev = a._M_prev->_M_next = &a;
  } else
    a._M_next = a._M_prev = &a;
  if (has_a) {
    b = old;
    b._M_next->_M_prev = b._M_prev->_M_next = &b;
  } else
    b._M_next = b._M_prev = &b;
}

// Hash tables: numbers of buckets that are prime.

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const {
  size_t number = wanted < 2 ? 2 : wanted;
  if (wanted <= 1) {
    _M_next_resize = wanted == 0 ? 0 : static_cast<size_t>(_M_max_load_factor);
    return 1;
  }
  for (;; number++) {
    bool prime = number == 2 || number % 2 == 1;
    for (size_t by = 3; prime && by * by <= number; by += 2)
      prime = number % by != 0;
    if (prime)
      break;
  }
  _M_next_resize = static_cast<size_t>(number * static_cast<double>(_M_max_load_factor));
  return number;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const {
  if (elements + more <= _M_next_resize)
    return {false, 0};
  const double needed = (_M_next_resize ? elements + more : (more > 11 ? more : 11)) / static_cast<double>(_M_max_load_factor);
  if (needed >= buckets) {
    const size_t least = static_cast<size_t>(needed) + 1;
    return {true, _M_next_bkt(least > buckets * _S_growth_factor ? least : buckets * _S_growth_factor)};
  }
  _M_next_resize = static_cast<size_t>(buckets * static_cast<double>(_M_max_load_factor));
  return {false, 0};
}
} // namespace __detail

// FNV-1a of 64 bits.
size_t _Hash_bytes(const void *bytes, size_t length, size_t seed) {
  size_t hash = 14695981039346656037u ^ seed;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 1099511628211u;
  return hash;
}

// Red-black trees. The parent of the root is the header, whose own parent is the root.

typedef _Rb_tree_node_base Node;

Node *_Rb_tree_increment(Node *node) throw() {
  if (node->_M_right) {
    node = node->_M_right;
    while (node->_M_left)
      node = node->_M_left;
    return node;
  }
  Node *parent = node->_M_parent;
  while (node == parent->_M_right) {
    node = parent;
    parent = parent->_M_parent;
  }
  // From the root's last node to the header, where the root has no right child.
  return node->_M_right != parent ? parent : node;
}
const Node *_Rb_tree_increment(const Node *node) throw() { return _Rb_tree_increment(const_cast<Node *>(node)); }

Node *_Rb_tree_decrement(Node *node) throw() {
  const bool is_header = node->_M_color == _S_red && node->_M_parent->_M_parent == node;
  if (is_header)
    return node->_M_right;
  if (node->_M_left) {
    node = node->_M_left;
    while (node->_M_right)
      node = node->_M_right;
    return node;
  }
  Node *parent = node->_M_parent;
  while (node == parent->_M_left) {
    node = parent;
    parent = parent->_M_parent;
  }
  return parent;
}
const Node *_Rb_tree_decrement(const Node *node) throw() { return _Rb_tree_decrement(const_cast<Node *>(node)); }

// Puts another node in the place of one under its parent.
static void replace(Node *old, Node *by, Node *&root) {
  if (old == root)
    root = by;
  else if (old == old->_M_parent->_M_left)
    old->_M_parent->_M_left = by;
  else
    old->_M_parent->_M_right = by;
  if (by)
    by->_M_parent = old->_M_parent;
}

// Moves a node down on one side; its child on the other side comes up.
static void rotate(Node *node, bool to_left, Node *&root) {
  Node *Node::*down = to_left ? &Node::_M_left : &Node::_M_right;
  Node *Node::*up = to_left ? &Node::_M_right : &Node::_M_left;
  Node *child = node->*up;
  node->*up = child->*down;
  if (child->*down)
    (child->*down)->_M_parent = node;
  replace(node, child, root);
  child->*down = node;
  node->_M_parent = child;
}

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent, Node &header) throw() {
  Node *&root = header._M_parent;
  node->_M_parent = parent;
  node->_M_left = node->_M_right = nullptr;
  node->_M_color = _S_red;
  if (left) {
    parent->_M_left = node;
    if (parent == &header) {
      header._M_parent = header._M_right = node;
    } else if (parent == header._M_left)
      header._M_left = node;
  } else {
    parent->_M_right = node;
    if (parent == header._M_right)
      header._M_right = node;
  }
  while (node != root && node->_M_parent->_M_color == _S_red) {
    Node *above = node->_M_parent->_M_parent;
    const bool is_left = node->_M_parent == above->_M_left;
    Node *uncle = is_left ? above->_M_right : above->_M_left;
    if (uncle && uncle->_M_color == _S_red) {
      node->_M_parent->_M_color = uncle->_M_color = _S_black;
      above->_M_color = _S_red;
      node = above;
      continue;
    }
    if (node == (is_left ? node->_M_parent->_M_right : node->_M_parent->_M_left)) {
      node = node->_M_parent;
      rotate(node, is_left, root);
    }
    node->_M_parent->_M_color = _S_black;
    above->_M_color = _S_red;
    rotate(above, !is_left, root);
  }
  root->_M_color = _S_black;
}

Node *_Rb_tree_rebalance_for_erase(Node *const erased, Node &header) throw() {
  Node *&root = header._M_parent;
  if (erased == header._M_left)
    header._M_left = erased->_M_right ? _Rb_tree_increment(erased) : erased->_M_parent;
  if (erased == header._M_right)
    header._M_right = erased->_M_left ? _Rb_tree_decrement(erased) : erased->_M_parent;
  Node *child, *parent;
  _Rb_tree_color color = erased->_M_color;
  if (!erased->_M_left || !erased->_M_right) {
    child = erased->_M_left ? erased->_M_left : erased->_M_right;
    parent = erased->_M_parent;
    replace(erased, child, root);
  } else {
    Node *next = erased->_M_right;
    while (next->_M_left)
      next = next->_M_left;
    color = next->_M_color;
    child = next->_M_right;
    parent = next->_M_parent == erased ? next : next->_M_parent;
    if (next->_M_parent != erased) {
      replace(next, child, root);
      next->_M_right = erased->_M_right;
      next->_M_right->_M_parent = next;
    }
    replace(erased, next, root);
    next->_M_left = erased->_M_left;
    next->_M_left->_M_parent = next;
    next->_M_color = erased->_M_color;
  }
  if (color == _S_red)
    return erased;
  while (child != root && (!child || child->_M_color == _S_black)) {
    const bool is_left = child == parent->_M_left;
    Node *Node::*far = is_left ? &Node::_M_right : &Node::_M_left;
    Node *Node::*near = is_left ? &Node::_M_left : &Node::_M_right;
    Node *sibling = parent->*far;
    if (sibling->_M_color == _S_red) {
      sibling->_M_color = _S_black;
      parent->_M_color = _S_red;
      rotate(parent, is_left, root);
      sibling = parent->*far;
    }
    const bool far_red = sibling->*far && (sibling->*far)->_M_color == _S_red;
    const bool near_red = sibling->*near && (sibling->*near)->_M_color == _S_red;
    if (!far_red && !near_red) {
      sibling->_M_color = _S_red;
      child = parent;
      parent = parent->_M_parent;
      continue;
    }
    if (!far_red) {
      (sibling->*near)->_M_color = _S_black;
      sibling->_M_color = _S_red;
      rotate(sibling, !is_left, root);
      sibling = parent->*far;
    }
    sibling->_M_color = parent->_M_color;
    parent->_M_color = _S_black;
    (sibling->*far)->_M_color = _S_black;
    rotate(parent, is_left, root);
    break;
  }
  if (child)
    child->_M_color = _S_black;
  return erased;
}

// Threads and clocks.

thread::_State::~_State() {}

static void *run(void *state) {
  const unique_ptr<thread::_State> own(static_cast<thread::_State *>(state));
  own->_M_run();
  return nullptr;
}

void thread::_M_start_thread(_State_ptr state, void (*)()) {
  if (const int number = pthread_create(&_M_id._M_thread, nullptr, run, state.get()))
    __throw_system_error(number);
  state.release();
}
void thread::join() {
  const int number = joinable() ? pthread_join(_M_id._M_thread, nullptr) : EINVAL;
  if (number)
    __throw_system_error(number);
  _M_id = id();
}
void thread::detach() {
  const int number = joinable() ? pthread_detach(_M_id._M_thread) : EINVAL;
  if (number)
    __throw_system_error(number);
  _M_id = id();
}
unsigned thread::hardware_concurrency() noexcept { return 2; }

condition_variable::condition_variable() noexcept = default;
condition_variable::~condition_variable() noexcept {}
void condition_variable::wait(unique_lock<mutex> &lock) { pthread_cond_wait(native_handle(), lock.mutex()->native_handle()); }
void condition_variable::notify_one() noexcept { pthread_cond_signal(native_handle()); }
void condition_variable::notify_all() noexcept { pthread_cond_broadcast(native_handle()); }

__thread void *__once_callable;
__thread void (*__once_call)();
extern "C" void __once_proxy() { __once_call(); }

namespace chrono {
inline namespace _V2 {
static nanoseconds now_of(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return seconds(now.tv_sec) + nanoseconds(now.tv_nsec);
}
system_clock::time_point system_clock::now() noexcept {
  return time_point(duration_cast<duration>(now_of(CLOCK_REALTIME)));
}
steady_clock::time_point steady_clock::now() noexcept {
  return time_point(duration_cast<duration>(now_of(CLOCK_MONOTONIC)));
}
} // namespace _V2
} // namespace chrono

} // namespace std
