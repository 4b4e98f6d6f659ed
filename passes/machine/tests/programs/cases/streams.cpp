// Streams of C++: numbers in all notations, lines and words, files, manipulators, states, locales of a program's own.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <locale>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

struct Point {
  int x, y;
};
static std::ostream &operator<<(std::ostream &out, const Point &point) { return out << '(' << point.x << ", " << point.y << ')'; }
static std::istream &operator>>(std::istream &in, Point &point) {
  char open, comma, close;
  return in >> open >> point.x >> comma >> point.y >> close;
}

static void numbers() {
  std::cout << 1 << ' ' << -2L << ' ' << 3u << ' ' << 4ull << ' ' << short(5) << ' ' << true << ' ' << 'c' << ' ' << static_cast<unsigned char>('d') << '\n';
  std::cout << std::hex << std::showbase << 255 << ' ' << std::oct << 8 << ' ' << std::dec << std::noshowbase << std::showpos << 7 << std::noshowpos << '\n';
  std::cout << std::uppercase << std::hex << 0xabcdef << std::dec << ' ' << 1e30 << std::nouppercase << '\n';
  for (double number : {0.0, 1.0, -1.5, 3.14159265358979, 1e-7, 123456789.0, 1e100})
    std::cout << number << ' ' << std::fixed << number << ' ' << std::scientific << number << ' ' << std::hexfloat << number << std::defaultfloat << '\n';
  std::cout << std::setprecision(3) << 2.0 / 3 << ' ' << std::setprecision(15) << 2.0 / 3 << std::setprecision(6) << ' ' << 1.5f << ' ' << 2.25L << '\n';
  std::cout << std::showpoint << 2.0 << std::noshowpoint << ' ' << std::numeric_limits<double>::infinity() << ' ' << std::uppercase << std::fixed
            << -std::numeric_limits<double>::infinity() << std::defaultfloat << std::nouppercase << '\n';
  std::cout << std::setw(8) << 42 << '|' << std::left << std::setw(8) << 42 << '|' << std::internal << std::setfill('0') << std::setw(8) << -42 << '|' << std::right
            << std::setfill(' ') << std::setw(6) << "ab" << '|' << std::boolalpha << false << std::noboolalpha << '\n';
  std::cout << static_cast<const void *>(nullptr) << ' ' << Point{3, -4} << ' ' << std::quoted("a \"b\"") << std::endl;
}

static void input() {
  std::istringstream in("12 -7 0x1f 077 3.5 1e3 nan? true word");
  int a, b, c, d;
  double e, f;
  in >> a >> b >> std::hex >> c >> std::oct >> d >> std::dec >> e >> f;
  std::cout << a << ' ' << b << ' ' << c << ' ' << d << ' ' << e << ' ' << f << ' ' << in.good() << '\n';
  in >> a;
  std::cout << in.fail() << ' ' << a << '\n';
  in.clear();
  std::string word;
  in >> word;
  bool flag = false;
  in >> std::boolalpha >> flag;
  char text[3];
  in >> std::setw(3) >> text;
  std::cout << word << ' ' << flag << ' ' << text << ' ' << in.tellg() << ' ' << static_cast<char>(in.peek()) << '\n';
  Point point;
  std::istringstream("(5,6)") >> point;
  std::cout << point << '\n';
  for (const char *wrong : {"99999999999", "-1", "1e999", "", "x", "+"}) {
    int number = 5;
    unsigned positive = 6;
    double real = 7;
    std::istringstream one(wrong), two(wrong), three(wrong);
    one >> number;
    two >> positive;
    three >> real;
    std::cout << number << one.rdstate() << ' ' << positive << two.rdstate() << ' ' << real << three.rdstate() << '\n';
  }
}

static void lines() {
  std::string line;
  std::getline(std::cin, line);
  std::cout << '[' << line << "] " << std::cin.rdstate() << '\n';
  char text[4];
  std::cin.getline(text, sizeof text);
  std::cout << text << ' ' << std::cin.gcount() << ' ' << std::cin.rdstate() << '\n';
  std::cin.clear();
  std::cin.ignore(2);
  int number = 0;
  std::cin >> number;
  std::cout << number << ' ' << std::cin.rdstate() << '\n';
  std::cin.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  std::cout << std::getline(std::cin, line).eof() << std::cin.fail() << '\n';
  std::istringstream parts("a,b,,c");
  while (std::getline(parts, line, ','))
    std::cout << '<' << line << '>';
  std::istringstream words("to be or not to be");
  std::map<std::string, int> count;
  for (std::istream_iterator<std::string> at(words), end; at != end; ++at)
    count[*at]++;
  for (const auto &[word, times] : count)
    std::cout << ' ' << word << '=' << times;
  std::cout << '\n';
}

static void files(const char *name) {
  {
    std::ofstream out(name);
    out << "first line\n" << 2 << ' ' << 2.5 << '\n';
    for (int i = 0; i < 300; i++)
      out << i << (i % 20 == 19 ? '\n' : ' ');
    std::cout << out.is_open() << out.good() << ' ' << out.tellp() << '\n';
  }
  std::ifstream in(name);
  std::string line;
  std::getline(in, line);
  int whole;
  double real;
  in >> whole >> real;
  long sum = 0;
  for (int number; in >> number;)
    sum += number;
  std::cout << line << ' ' << whole << ' ' << real << ' ' << sum << ' ' << in.eof() << '\n';
  in.clear();
  in.seekg(6);
  in >> line;
  in.seekg(-5, std::ios::end);
  std::string last((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  std::cout << line << ' ' << last;
  std::fstream both(name, std::ios::in | std::ios::out);
  both.seekp(0);
  both << "FIRST";
  both.seekg(0);
  std::getline(both, line);
  std::cout << line << '\n';
  std::ofstream more(name, std::ios::app);
  more << "more\n";
  more.close();
  std::ifstream again(name, std::ios::binary | std::ios::ate);
  std::cout << again.tellg() << ' ' << std::ifstream("/no/such/file").is_open() << '\n';
  std::stringstream copy;
  again.seekg(0);
  copy << again.rdbuf();
  std::cout << copy.str().size() << '\n';
  std::remove(name);
}

struct Groups : std::numpunct<char> {
  char do_thousands_sep() const override { return '\''; }
  std::string do_grouping() const override { return "\3"; }
  std::string do_truename() const override { return "yes"; }
};

static void states() {
  std::ostringstream out;
  out.imbue(std::locale(out.getloc(), new Groups));
  out << 1234567 << ' ' << 1234.5 << ' ' << std::boolalpha << true;
  std::istringstream in("1'234'567 12'34");
  in.imbue(out.getloc());
  int number = 0, wrong = 0;
  in >> number >> wrong;
  std::cout << out.str() << ' ' << number << ' ' << in.fail() << ' ' << std::locale().name() << '\n';
  std::istringstream strict("x");
  strict.exceptions(std::ios::failbit);
  try {
    strict >> number;
  } catch (const std::ios_base::failure &failure) {
    std::cout << failure.what() << ' ' << (failure.code() == std::io_errc::stream) << '\n';
  }
  std::ostringstream moved(std::move(out));
  std::ios plain(nullptr);
  plain.copyfmt(std::cout);
  const int own = std::ios_base::xalloc();
  for (int i = 0; i < 20; i++)
    moved.iword(own + i) = i;
  std::cout << moved.iword(own + 19) << ' ' << plain.bad() << ' ' << std::toupper('a', std::locale()) << '\n';
  std::string text = "the year 1984 and 2001";
  const std::regex year("([0-9]{2})([0-9]{2})");
  for (std::sregex_iterator at(text.begin(), text.end(), year), end; at != end; ++at)
    std::cout << (*at)[1] << '.' << (*at)[2] << ' ';
  std::cout << std::regex_replace(text, year, "<$&>") << '\n';
  std::copy(text.begin(), text.begin() + 3, std::ostream_iterator<char>(std::cout, "-"));
  std::tm time = {};
  std::istringstream("Friday 7 March 1986 12:34:56") >> std::get_time(&time, "%A %d %B %Y %H:%M:%S");
  std::cout << std::put_time(&time, "%d.%m.%Y %H:%M %b") << ' ' << time.tm_wday << ' ' << std::put_money(12345.0) << '\n';
}

int main() {
  std::ios::sync_with_stdio(false);
  std::printf("with printf\n");
  std::fflush(stdout);
  numbers();
  input();
  lines();
  char name[] = "/tmp/streams-XXXXXX";
  fclose(fdopen(mkstemp(name), "w"));
  files(name);
  states();
  std::clog << "to the log\n";
  std::cerr << "error" << std::endl;
  std::cout << "at the end";
}
