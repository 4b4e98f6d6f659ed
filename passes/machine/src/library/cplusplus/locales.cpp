// What locales of C++ need of the standard library's binary, as code that the machine runs. There is one locale, "C", and there are no wide characters.
// Templates are not here, as in `support.cpp`.

#include <cfloat>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctype.h>
#include <ios>
#include <locale>
#include <new>
#include <pthread.h>
#include <string>
#include <time.h>

// The locale of a thread: all are the same.
extern "C" locale_t __uselocale(locale_t) noexcept { return nullptr; }

namespace std {

// Facets have numbers in the order in which they are asked for.

_Atomic_word locale::id::_S_refcount;
size_t locale::id::_M_id() const throw() {
  if (!_M_index)
    _M_index = 1 + __atomic_fetch_add(&_S_refcount, 1, __ATOMIC_SEQ_CST);
  return _M_index - 1;
}

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }
const char *locale::facet::_S_get_c_name() throw() { return "C"; }
void locale::facet::_S_create_c_locale(__c_locale &c_locale, const char *, __c_locale) { c_locale = nullptr; }
void locale::facet::_S_destroy_c_locale(__c_locale &c_locale) { c_locale = nullptr; }
__c_locale locale::facet::_S_clone_c_locale(__c_locale &) throw() { return nullptr; }

locale::id ctype<char>::id;
locale::id codecvt<char, char, mbstate_t>::id;

// Room for so many facets at first; more are made where a program has more of its own.
static constexpr size_t FACETS = 32;

static char *copied(const char *text) {
  char *copy = new char[strlen(text) + 1];
  strcpy(copy, text);
  return copy;
}

locale::_Impl::_Impl(size_t references) throw()
    : _M_refcount(references), _M_facets(new const facet *[FACETS]()), _M_facets_size(FACETS), _M_caches(new const facet *[FACETS]()),
      _M_names(new char *[_S_categories_size]()) {
  _M_names[0] = copied("C");
  _M_init_facet(new std::ctype<char>(nullptr, false, 1));
  _M_init_facet(new codecvt<char, char, mbstate_t>(1));
  _M_init_facet(new numpunct<char>(1));
  _M_init_facet(new num_get<char>(1));
  _M_init_facet(new num_put<char>(1));
  _M_init_facet(new std::collate<char>(1));
  _M_init_facet(new __timepunct<char>(1));
  _M_init_facet(new time_get<char>(1));
  _M_init_facet(new time_put<char>(1));
  _M_init_facet(new moneypunct<char, false>(1));
  _M_init_facet(new moneypunct<char, true>(1));
  _M_init_facet(new money_get<char>(1));
  _M_init_facet(new money_put<char>(1));
}

locale::_Impl::_Impl(const _Impl &other, size_t references)
    : _M_refcount(references), _M_facets(new const facet *[other._M_facets_size]()), _M_facets_size(other._M_facets_size),
      _M_caches(new const facet *[other._M_facets_size]()), _M_names(new char *[_S_categories_size]()) {
  for (size_t at = 0; at < _M_facets_size; at++) {
    if ((_M_facets[at] = other._M_facets[at]))
      _M_facets[at]->_M_add_reference();
    if ((_M_caches[at] = other._M_caches[at]))
      _M_caches[at]->_M_add_reference();
  }
  for (size_t at = 0; at < _S_categories_size; at++)
    if (other._M_names[at])
      _M_names[at] = copied(other._M_names[at]);
}

locale::_Impl::~_Impl() throw() {
  for (size_t at = 0; at < _M_facets_size; at++) {
    if (_M_facets[at])
      _M_facets[at]->_M_remove_reference();
    if (_M_caches[at])
      _M_caches[at]->_M_remove_reference();
  }
  for (size_t at = 0; at < _S_categories_size; at++)
    delete[] _M_names[at];
  delete[] _M_facets;
  delete[] _M_caches;
  delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id *id, const facet *added) {
  if (!added)
    return;
  const size_t at = id->_M_id();
  if (at >= _M_facets_size) {
    const size_t size = at + 4;
    for (const facet ***table : {&_M_facets, &_M_caches}) {
      const facet **larger = new const facet *[size]();
      copy(*table, *table + _M_facets_size, larger);
      delete[] *table;
      *table = larger;
    }
    _M_facets_size = size;
  }
  added->_M_add_reference();
  if (_M_facets[at])
    _M_facets[at]->_M_remove_reference();
  _M_facets[at] = added;
  // What was made of the facets before.
  for (size_t cache = 0; cache < _M_facets_size; cache++)
    if (_M_caches[cache]) {
      _M_caches[cache]->_M_remove_reference();
      _M_caches[cache] = nullptr;
    }
}

void locale::_Impl::_M_replace_facet(const _Impl *other, const locale::id *id) {
  const size_t at = id->_M_id();
  if (at >= other->_M_facets_size || !other->_M_facets[at])
    __throw_runtime_error("locale::_Impl::_M_replace_facet");
  _M_install_facet(id, other->_M_facets[at]);
}

void locale::_Impl::_M_install_cache(const facet *cache, size_t at) {
  if (_M_caches[at]) {
    delete cache;
    return;
  }
  cache->_M_add_reference();
  _M_caches[at] = cache;
}

// Locales.

locale::_Impl *locale::_S_classic;
locale::_Impl *locale::_S_global;
static pthread_once_t is_made = PTHREAD_ONCE_INIT;
alignas(locale) static char classic_room[sizeof(locale)];

// Both names keep it for ever.
void locale::_S_initialize_once() throw() { _S_global = _S_classic = new _Impl(3); }
void locale::_S_initialize() { pthread_once(&is_made, _S_initialize_once); }

locale::locale() throw() : _M_impl(nullptr) {
  _S_initialize();
  _M_impl = _S_global;
  _M_impl->_M_add_reference();
}
locale::locale(_Impl *impl) throw() : _M_impl(impl) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }
locale::locale(const char *name) : _M_impl(nullptr) {
  if (!name)
    __throw_runtime_error("locale::locale null not valid");
  if (*name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
  _S_initialize();
  _M_impl = _S_classic;
  _M_impl->_M_add_reference();
}
locale::locale(const locale &base, const char *name, category) : locale(base) { locale known(name); }
locale::locale(const locale &base, const locale &, category) : locale(base) {}
locale::~locale() throw() { _M_impl->_M_remove_reference(); }
const locale &locale::operator=(const locale &other) throw() {
  other._M_impl->_M_add_reference();
  _M_impl->_M_remove_reference();
  _M_impl = other._M_impl;
  return *this;
}
const locale &locale::classic() {
  static const locale &classic = (_S_initialize(), *new (classic_room) locale(_S_classic));
  return classic;
}
locale locale::global(const locale &other) {
  _S_initialize();
  _Impl *old = _S_global;
  other._M_impl->_M_add_reference();
  _S_global = other._M_impl;
  return locale(old);
}
string locale::name() const { return _M_impl->_M_names[0] ? _M_impl->_M_names[0] : "*"; }
bool locale::operator==(const locale &other) const throw() {
  const char *own = _M_impl->_M_names[0], *its = other._M_impl->_M_names[0];
  return _M_impl == other._M_impl || (own && its && strcmp(own, its) == 0);
}

// Characters.

const ctype_base::mask *ctype<char>::classic_table() throw() { return *__ctype_b_loc(); }
ctype<char>::ctype(const mask *table, bool is_deleted, size_t references)
    : facet(references), _M_c_locale_ctype(nullptr), _M_del(table && is_deleted), _M_toupper(*__ctype_toupper_loc()), _M_tolower(*__ctype_tolower_loc()),
      _M_table(table ? table : classic_table()), _M_widen_ok(0), _M_widen(), _M_narrow(), _M_narrow_ok(0) {}
ctype<char>::ctype(__c_locale, const mask *table, bool is_deleted, size_t references) : ctype(table, is_deleted, references) {}
ctype<char>::~ctype() {
  if (_M_del)
    delete[] _M_table;
}
char ctype<char>::do_toupper(char c) const { return _M_toupper[static_cast<unsigned char>(c)]; }
char ctype<char>::do_tolower(char c) const { return _M_tolower[static_cast<unsigned char>(c)]; }
const char *ctype<char>::do_toupper(char *low, const char *high) const {
  for (; low < high; low++)
    *low = _M_toupper[static_cast<unsigned char>(*low)];
  return high;
}
const char *ctype<char>::do_tolower(char *low, const char *high) const {
  for (; low < high; low++)
    *low = _M_tolower[static_cast<unsigned char>(*low)];
  return high;
}
// All characters, and what a class derived from this one makes of them: 1 where that is themselves.
void ctype<char>::_M_widen_init() const {
  char all[sizeof _M_widen];
  for (size_t c = 0; c < sizeof all; c++)
    all[c] = static_cast<char>(c);
  do_widen(all, all + sizeof all, _M_widen);
  _M_widen_ok = memcmp(all, _M_widen, sizeof all) == 0 ? 1 : 2;
}
void ctype<char>::_M_narrow_init() const {
  char all[sizeof _M_narrow];
  for (size_t c = 0; c < sizeof all; c++)
    all[c] = static_cast<char>(c);
  do_narrow(all, all + sizeof all, 0, _M_narrow);
  char zero = 0;
  do_narrow(all, all + 1, 1, &zero);
  _M_narrow_ok = memcmp(all, _M_narrow, sizeof all) == 0 && zero == 0 ? 1 : 2;
}

codecvt<char, char, mbstate_t>::codecvt(size_t references) : __codecvt_abstract_base(references), _M_c_locale_codecvt(nullptr) {}
codecvt<char, char, mbstate_t>::codecvt(__c_locale, size_t references) : codecvt(references) {}
codecvt<char, char, mbstate_t>::~codecvt() {}
codecvt_base::result codecvt<char, char, mbstate_t>::do_out(state_type &, const char *from, const char *, const char *&next, char *to, char *,
                                                            char *&to_next) const {
  next = from;
  to_next = to;
  return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_in(state_type &, const char *from, const char *, const char *&next, char *to, char *,
                                                           char *&to_next) const {
  next = from;
  to_next = to;
  return noconv;
}
codecvt_base::result codecvt<char, char, mbstate_t>::do_unshift(state_type &, char *to, char *, char *&next) const {
  next = to;
  return noconv;
}
int codecvt<char, char, mbstate_t>::do_encoding() const throw() { return 1; }
bool codecvt<char, char, mbstate_t>::do_always_noconv() const throw() { return true; }
int codecvt<char, char, mbstate_t>::do_length(state_type &, const char *from, const char *end, size_t most) const {
  return static_cast<int>(min(most, static_cast<size_t>(end - from)));
}
int codecvt<char, char, mbstate_t>::do_max_length() const throw() { return 1; }

template <> int collate<char>::_M_compare(const char *a, const char *b) const throw() {
  const int order = strcmp(a, b);
  return order < 0 ? -1 : order > 0;
}
template <> size_t collate<char>::_M_transform(char *to, const char *from, size_t room) const throw() {
  const size_t length = strlen(from);
  if (room)
    memcpy(to, from, min(length + 1, room));
  return length;
}

// Numbers.

const char *__num_base::_S_atoms_in = "-+xX0123456789abcdefABCDEF";
const char *__num_base::_S_atoms_out = "-+xX0123456789abcdef0123456789ABCDEF";

void __num_base::_S_format_float(const ios_base &stream, char *format, char length) throw() {
  const ios_base::fmtflags flags = stream.flags(), notation = flags & ios_base::floatfield;
  const bool is_upper = flags & ios_base::uppercase;
  *format++ = '%';
  if (flags & ios_base::showpos)
    *format++ = '+';
  if (flags & ios_base::showpoint)
    *format++ = '#';
  if (notation != ios_base::floatfield) {
    *format++ = '.';
    *format++ = '*';
  }
  if (length)
    *format++ = length;
  switch (static_cast<int>(notation)) {
  case static_cast<int>(ios_base::fixed):
    // In either case, so infinity is in small letters.
    *format++ = 'f';
    break;
  case static_cast<int>(ios_base::scientific):
    *format++ = is_upper ? 'E' : 'e';
    break;
  case static_cast<int>(ios_base::floatfield):
    *format++ = is_upper ? 'A' : 'a';
    break;
  default:
    *format++ = is_upper ? 'G' : 'g';
  }
  *format = 0;
}

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {
  if (!_M_data)
    _M_data = new __numpunct_cache<char>;
  _M_data->_M_grouping = "";
  _M_data->_M_grouping_size = 0;
  _M_data->_M_use_grouping = false;
  _M_data->_M_decimal_point = '.';
  _M_data->_M_thousands_sep = ',';
  memcpy(_M_data->_M_atoms_out, __num_base::_S_atoms_out, __num_base::_S_oend);
  memcpy(_M_data->_M_atoms_in, __num_base::_S_atoms_in, __num_base::_S_iend);
  _M_data->_M_truename = "true";
  _M_data->_M_truename_size = 4;
  _M_data->_M_falsename = "false";
  _M_data->_M_falsename_size = 5;
}
template <> numpunct<char>::~numpunct() { delete _M_data; }

// Groups as they were read, from the left, fit those that a locale asks for, from the right; the last of these goes on, and the first read may be smaller.
bool __verify_grouping(const char *wanted, size_t count, const string &read) throw() {
  const size_t last = read.size() - 1;
  for (size_t at = 0; at < last; at++)
    if (read[last - at] != wanted[min(at, count - 1)])
      return false;
  const signed char first = wanted[min(last, count - 1)];
  return first <= 0 || first == CHAR_MAX || read[0] <= first;
}

template <typename Number>
static void read_number(const char *text, Number &number, ios_base::iostate &error, Number (*convert)(const char *, char **), Number greatest) {
  char *end;
  number = convert(text, &end);
  if (end == text || *end) {
    number = 0;
    error = ios_base::failbit;
  } else if (number > greatest || number < -greatest) {
    number = number < 0 ? -greatest : greatest;
    error = ios_base::failbit;
  }
}
template <> void __convert_to_v(const char *text, float &number, ios_base::iostate &error, const __c_locale &) throw() {
  read_number(text, number, error, strtof, FLT_MAX);
}
template <> void __convert_to_v(const char *text, double &number, ios_base::iostate &error, const __c_locale &) throw() {
  read_number(text, number, error, strtod, DBL_MAX);
}
template <> void __convert_to_v(const char *text, long double &number, ios_base::iostate &error, const __c_locale &) throw() {
  read_number(text, number, error, strtold, LDBL_MAX);
}

// Times.

template <> void __timepunct<char>::_M_initialize_timepunct(__c_locale) {
  if (!_M_data)
    _M_data = new __timepunct_cache<char>;
  _M_data->_M_date_format = _M_data->_M_date_era_format = "%m/%d/%y";
  _M_data->_M_time_format = _M_data->_M_time_era_format = "%H:%M:%S";
  _M_data->_M_date_time_format = _M_data->_M_date_time_era_format = "";
  _M_data->_M_am = "AM";
  _M_data->_M_pm = "PM";
  _M_data->_M_am_pm_format = "%I:%M:%S %p";
#define DAY(number, name, shorter)                                                                                               \
  _M_data->_M_day##number = name;                                                                                                \
  _M_data->_M_aday##number = shorter;
  DAY(1, "Sunday", "Sun")
  DAY(2, "Monday", "Mon")
  DAY(3, "Tuesday", "Tue")
  DAY(4, "Wednesday", "Wed")
  DAY(5, "Thursday", "Thu")
  DAY(6, "Friday", "Fri")
  DAY(7, "Saturday", "Sat")
#define MONTH(number, name, shorter)                                                                                             \
  _M_data->_M_month##number = name;                                                                                              \
  _M_data->_M_amonth##number = shorter;
  MONTH(01, "January", "Jan")
  MONTH(02, "February", "Feb")
  MONTH(03, "March", "Mar")
  MONTH(04, "April", "Apr")
  MONTH(05, "May", "May")
  MONTH(06, "June", "Jun")
  MONTH(07, "July", "Jul")
  MONTH(08, "August", "Aug")
  MONTH(09, "September", "Sep")
  MONTH(10, "October", "Oct")
  MONTH(11, "November", "Nov")
  MONTH(12, "December", "Dec")
}
template <> void __timepunct<char>::_M_put(char *to, size_t room, const char *format, const tm *time) const throw() {
  if (!strftime(to, room, format, time))
    *to = 0;
}

// Days from the start of a year to that of a month, which may be the first of the next year.
static int days_before(int year, int month) {
  static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
  const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  return before[month] + (is_leap && month > 1);
}
// The day of the week of the first of January.
static int first_weekday(int year) {
  const int past = year - 1;
  return (1 + past % 7 + past / 4 - past / 100 + past / 400) % 7;
}

// What was read of a time decides about the rest of it.
void __time_get_state::_M_finalize_state(tm *time) {
  if (_M_have_I && _M_is_pm)
    time->tm_hour += 12;
  if (_M_have_century)
    time->tm_year = (_M_want_century ? time->tm_year % 100 : 0) + (_M_century - 19) * 100;
  const int year = time->tm_year + 1900;
  if ((_M_have_uweek || _M_have_wweek) && _M_have_wday && !_M_have_yday) {
    const int first = first_weekday(year), start = _M_have_uweek ? (7 - first) % 7 : (8 - first) % 7;
    const int day = _M_have_uweek ? time->tm_wday : (time->tm_wday + 6) % 7;
    time->tm_yday = start + (static_cast<int>(_M_week_no) - 1) * 7 + day;
    _M_have_yday = 1;
  }
  if (_M_have_yday && !(_M_have_mon && _M_have_mday)) {
    int month = 0;
    while (month < 11 && days_before(year, month + 1) <= time->tm_yday)
      month++;
    if (!_M_have_mon)
      time->tm_mon = month;
    if (!_M_have_mday)
      time->tm_mday = time->tm_yday - days_before(year, time->tm_mon) + 1;
    _M_have_mon = _M_have_mday = 1;
  }
  if (_M_want_xday && !_M_have_yday)
    time->tm_yday = days_before(year, time->tm_mon) + time->tm_mday - 1;
  if (_M_want_xday && !_M_have_wday)
    time->tm_wday = (first_weekday(year) + days_before(year, time->tm_mon) + time->tm_mday - 1) % 7;
}

// Money, which has no currency.

const money_base::pattern money_base::_S_default_pattern = {{symbol, sign, none, value}};
const char *money_base::_S_atoms = "-0123456789";

#define MONEY(is_international)                                                                                                  \
  template <> void moneypunct<char, is_international>::_M_initialize_moneypunct(__c_locale, const char *) {                      \
    if (!_M_data)                                                                                                                \
      _M_data = new __moneypunct_cache<char, is_international>;                                                                  \
    _M_data->_M_decimal_point = '.';                                                                                             \
    _M_data->_M_thousands_sep = ',';                                                                                             \
    _M_data->_M_grouping = _M_data->_M_curr_symbol = _M_data->_M_positive_sign = _M_data->_M_negative_sign = "";                 \
    _M_data->_M_pos_format = _M_data->_M_neg_format = money_base::_S_default_pattern;                                            \
    memcpy(_M_data->_M_atoms, money_base::_S_atoms, money_base::_S_end);                                                         \
  }                                                                                                                              \
  template <> moneypunct<char, is_international>::~moneypunct() { delete _M_data; }
MONEY(false)
MONEY(true)

} // namespace std
