// What streams and files of C++ need of the standard library's binary, as code that the machine runs. Their locales are in `locales.cpp`; there are no wide
// streams. Templates are not here, as in `support.cpp`.

#include <cerrno>
#include <climits>
#include <cstdio>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <ios>
#include <istream>
#include <limits>
#include <locale>
#include <new>
#include <ostream>
#include <streambuf>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace std {

// What all streams have.

namespace {
class StreamCategory final : public error_category {
public:
  const char *name() const noexcept override { return "iostream"; }
  string message(int number) const override { return number == static_cast<int>(io_errc::stream) ? "iostream error" : "Unknown error"; }
};
} // namespace

const error_category &iostream_category() noexcept {
  static const StreamCategory category;
  return category;
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }
void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int number) {
  throw ios_base::failure(text, number ? error_code(number, system_category()) : io_errc::stream);
}

ios_base::ios_base() throw()
    : _M_precision(0), _M_width(0), _M_flags(fmtflags()), _M_exception(goodbit), _M_streambuf_state(goodbit), _M_callbacks(nullptr),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word) {}
ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word)
    delete[] _M_word;
}
void ios_base::_M_init() throw() {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}
locale ios_base::imbue(const locale &wanted) throw() {
  const locale old = _M_ios_locale;
  _M_ios_locale = wanted;
  _M_call_callbacks(imbue_event);
  return old;
}
void ios_base::register_callback(event_callback function, int index) { _M_callbacks = new _Callback_list(function, index, _M_callbacks); }
void ios_base::_M_call_callbacks(event which) throw() {
  for (_Callback_list *at = _M_callbacks; at; at = at->_M_next) {
    try {
      at->_M_fn(which, *this, at->_M_index);
    } catch (...) {
    }
  }
}
void ios_base::_M_dispose_callbacks() throw() {
  // Streams that copyfmt has made alike share the rest of their lists.
  while (_M_callbacks && _M_callbacks->_M_remove_reference() == 0) {
    _Callback_list *next = _M_callbacks->_M_next;
    delete _M_callbacks;
    _M_callbacks = next;
  }
  _M_callbacks = nullptr;
}
int ios_base::xalloc() throw() {
  // The first ones are the library's own.
  static _Atomic_word next = 4;
  return __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
}
ios_base::_Words &ios_base::_M_grow_words(int index, bool is_integer) {
  const int most = INT_MAX / static_cast<int>(sizeof(_Words));
  if (index < 0 || index >= most) {
    _M_streambuf_state |= badbit;
    if (_M_streambuf_state & _M_exception)
      __throw_ios_failure("ios_base::_M_grow_words is not valid");
    if (is_integer)
      _M_word_zero._M_iword = 0;
    else
      _M_word_zero._M_pword = nullptr;
    return _M_word_zero;
  }
  _Words *larger = new _Words[index + 1];
  copy(_M_word, _M_word + _M_word_size, larger);
  if (_M_word != _M_local_word)
    delete[] _M_word;
  _M_word = larger;
  _M_word_size = index + 1;
  return _M_word[index];
}
void ios_base::_M_swap(ios_base &other) noexcept {
  swap(_M_precision, other._M_precision);
  swap(_M_width, other._M_width);
  swap(_M_flags, other._M_flags);
  swap(_M_exception, other._M_exception);
  swap(_M_streambuf_state, other._M_streambuf_state);
  swap(_M_callbacks, other._M_callbacks);
  const bool own = _M_word == _M_local_word, its = other._M_word == other._M_local_word;
  swap(_M_local_word, other._M_local_word);
  swap(_M_word, other._M_word);
  swap(_M_word_size, other._M_word_size);
  if (its)
    _M_word = _M_local_word;
  if (own)
    other._M_word = other._M_local_word;
  swap(_M_ios_locale, other._M_ios_locale);
}
void ios_base::_M_move(ios_base &other) noexcept {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word)
    delete[] _M_word;
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
  _M_callbacks = std::exchange(other._M_callbacks, nullptr);
  copy(std::begin(other._M_local_word), std::end(other._M_local_word), _M_local_word);
  _M_word = other._M_word == other._M_local_word ? _M_local_word : other._M_word;
  _M_word_size = other._M_word_size;
  other._M_word = other._M_local_word;
  other._M_word_size = _S_local_word_size;
  for (_Words &word : other._M_local_word)
    word = _Words();
  _M_ios_locale = other._M_ios_locale;
}

// Characters from one buffer to another.
template <> streamsize __copy_streambufs_eof(basic_streambuf<char> *from, basic_streambuf<char> *to, bool &is_at_end) {
  streamsize count = 0;
  int c = from->sgetc();
  while (c != EOF && to->sputc(static_cast<char>(c)) != EOF) {
    count++;
    c = from->snextc();
  }
  is_at_end = c == EOF;
  return count;
}

// Input: what the library has in its binary for characters of one byte.

// Takes characters as long as `take` wants them. Gives what the state of the stream is to become.
template <typename Take> static ios_base::iostate taken(istream &in, Take take) {
  ios_base::iostate state = ios_base::goodbit;
  try {
    for (int c = in.rdbuf()->sgetc();; c = in.rdbuf()->snextc()) {
      if (c == EOF)
        return state | ios_base::eofbit;
      if (!take(static_cast<char>(c)))
        return state;
    }
  } catch (...) {
    in._M_setstate(ios_base::badbit);
  }
  return state;
}

template <> istream &istream::getline(char *to, streamsize room, char delimiter) {
  _M_gcount = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (sentry(*this, true)) {
    bool is_ended = false, is_full = false;
    state = taken(*this, [&](char c) {
      if (c == delimiter) {
        is_ended = true;
        _M_gcount++;
        return false;
      }
      if (_M_gcount + 1 >= room) {
        is_full = true;
        return false;
      }
      *to++ = c;
      _M_gcount++;
      return true;
    });
    if (is_ended)
      rdbuf()->sbumpc();
    if (is_full)
      state |= ios_base::failbit;
  }
  if (room > 0)
    *to = 0;
  if (!_M_gcount)
    state |= ios_base::failbit;
  if (state)
    setstate(state);
  return *this;
}

template <> istream &istream::ignore(streamsize count) {
  // What follows one character is not looked at.
  if (count == 1)
    return ignore();
  _M_gcount = 0;
  if (sentry(*this, true) && count > 0) {
    const bool is_endless = count == numeric_limits<streamsize>::max();
    const ios_base::iostate state = taken(*this, [&](char) {
      if (_M_gcount == count && !is_endless)
        return false;
      if (_M_gcount < numeric_limits<streamsize>::max())
        _M_gcount++;
      return true;
    });
    if (state)
      setstate(state);
  }
  return *this;
}

template <> istream &istream::ignore(streamsize count, int delimiter) {
  if (delimiter == EOF)
    return ignore(count);
  _M_gcount = 0;
  if (sentry(*this, true) && count > 0) {
    const bool is_endless = count == numeric_limits<streamsize>::max();
    bool is_ended = false;
    const ios_base::iostate state = taken(*this, [&](char c) {
      if (_M_gcount == count && !is_endless)
        return false;
      if (_M_gcount < numeric_limits<streamsize>::max())
        _M_gcount++;
      is_ended = static_cast<unsigned char>(c) == delimiter;
      return !is_ended;
    });
    if (is_ended)
      rdbuf()->sbumpc();
    if (state)
      setstate(state);
  }
  return *this;
}

void __istream_extract(istream &in, char *to, streamsize room) {
  streamsize count = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry(in, false)) {
    const streamsize width = in.width() > 0 && in.width() < room ? in.width() : room;
    const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
    state = taken(in, [&](char c) {
      if (count + 1 >= width || kinds.is(ctype_base::space, c))
        return false;
      to[count++] = c;
      return true;
    });
    to[count] = 0;
    in.width(0);
  }
  if (!count)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
}

template <> istream &operator>>(istream &in, string &text) {
  size_t count = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry(in, false)) {
    text.erase();
    const size_t most = in.width() > 0 ? static_cast<size_t>(in.width()) : text.max_size();
    const ctype<char> &kinds = use_facet<ctype<char>>(in.getloc());
    state = taken(in, [&](char c) {
      if (count >= most || kinds.is(ctype_base::space, c))
        return false;
      text += c;
      count++;
      return true;
    });
    in.width(0);
  }
  if (!count)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

template <> istream &getline(istream &in, string &text, char delimiter) {
  size_t count = 0;
  ios_base::iostate state = ios_base::goodbit;
  if (istream::sentry(in, true)) {
    text.erase();
    bool is_ended = false;
    state = taken(in, [&](char c) {
      count++;
      is_ended = c == delimiter;
      if (is_ended)
        return false;
      text += c;
      return true;
    });
    if (is_ended)
      in.rdbuf()->sbumpc();
  }
  if (!count)
    state |= ios_base::failbit;
  if (state)
    in.setstate(state);
  return in;
}

// Files.

static const char *mode_of(ios_base::openmode mode) {
  const ios_base::openmode in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc, app = ios_base::app;
  const bool is_binary = mode & ios_base::binary;
  const ios_base::openmode way = mode & (in | out | trunc | app);
  if (way == in)
    return is_binary ? "rb" : "r";
  if (way == out || way == (out | trunc))
    return is_binary ? "wb" : "w";
  if (way == app || way == (out | app))
    return is_binary ? "ab" : "a";
  if (way == (in | out))
    return is_binary ? "r+b" : "r+";
  if (way == (in | out | trunc))
    return is_binary ? "w+b" : "w+";
  if (way == (in | app) || way == (in | out | app))
    return is_binary ? "a+b" : "a+";
  return nullptr;
}

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() { close(); }
__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
  const char *text = mode_of(mode);
  if (!text || is_open() || !(_M_cfile = fopen(name, text)))
    return nullptr;
  _M_cfile_created = true;
  return this;
}
__basic_file<char> *__basic_file<char>::sys_open(__c_file *file, ios_base::openmode) {
  if (!file || is_open())
    return nullptr;
  fflush(file);
  _M_cfile = file;
  _M_cfile_created = false;
  return this;
}
__basic_file<char> *__basic_file<char>::sys_open(int number, ios_base::openmode mode) throw() {
  const char *text = mode_of(mode);
  if (!text || is_open() || !(_M_cfile = fdopen(number, text)))
    return nullptr;
  _M_cfile_created = true;
  return this;
}
__basic_file<char> *__basic_file<char>::close() {
  if (!is_open())
    return nullptr;
  const bool is_closed = !_M_cfile_created || fclose(_M_cfile) == 0;
  _M_cfile = nullptr;
  return is_closed ? this : nullptr;
}
bool __basic_file<char>::is_open() const throw() { return _M_cfile; }
int __basic_file<char>::fd() throw() { return fileno(_M_cfile); }
__c_file *__basic_file<char>::file() throw() { return _M_cfile; }
// The buffer is that of the stream: the file of C has none between it and the system.
streamsize __basic_file<char>::xsputn(const char *bytes, streamsize count) {
  streamsize left = count;
  while (left > 0) {
    const ssize_t written = write(fd(), bytes, left);
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      break;
    bytes += written;
    left -= written;
  }
  return count - left;
}
streamsize __basic_file<char>::xsputn_2(const char *first, streamsize count, const char *second, streamsize more) {
  const streamsize written = xsputn(first, count);
  return written < count ? written : written + xsputn(second, more);
}
streamsize __basic_file<char>::xsgetn(char *to, streamsize room) {
  ssize_t count;
  do
    count = read(fd(), to, room);
  while (count < 0 && errno == EINTR);
  if (count < 0)
    __throw_ios_failure("basic_file::xsgetn error reading the file", errno);
  return count;
}
streamoff __basic_file<char>::seekoff(streamoff distance, ios_base::seekdir from) throw() {
  return lseek(fd(), distance, from == ios_base::beg ? SEEK_SET : from == ios_base::cur ? SEEK_CUR : SEEK_END);
}
int __basic_file<char>::sync() { return fflush(_M_cfile); }
streamsize __basic_file<char>::showmanyc() {
  struct stat status;
  if (fstat(fd(), &status) == 0 && S_ISREG(status.st_mode))
    return status.st_size - lseek(fd(), 0, SEEK_CUR);
  return 0;
}

// The standard streams, which are objects from the first initialisation on.

alignas(istream) char cin[sizeof(istream)];
alignas(ostream) char cout[sizeof(ostream)];
alignas(ostream) char cerr[sizeof(ostream)];
alignas(ostream) char clog[sizeof(ostream)];

typedef __gnu_cxx::stdio_sync_filebuf<char> Buffer;
alignas(Buffer) static char buffers[3][sizeof(Buffer)];

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
  if (__atomic_fetch_add(&_S_refcount, 1, __ATOMIC_SEQ_CST))
    return;
  Buffer *in = new (buffers[0]) Buffer(stdin), *out = new (buffers[1]) Buffer(stdout), *error = new (buffers[2]) Buffer(stderr);
  ostream *output = new (cout) ostream(out);
  (new (cin) istream(in))->tie(output);
  ostream *errors = new (cerr) ostream(error);
  errors->setf(unitbuf);
  errors->tie(output);
  new (clog) ostream(error);
}

ios_base::Init::~Init() {
  if (__atomic_fetch_sub(&_S_refcount, 1, __ATOMIC_SEQ_CST) != 1)
    return;
  for (char *stream : {cout, cerr, clog}) {
    try {
      reinterpret_cast<ostream *>(stream)->flush();
    } catch (...) {
    }
  }
}

// The buffers stay those of C's streams, which the standard allows.
bool ios_base::sync_with_stdio(bool is_wanted) {
  const bool old = Init::_S_synced_with_stdio;
  Init::_S_synced_with_stdio = is_wanted;
  return old;
}

} // namespace std
