// Streams and regular expressions.
//@ levels: O0 O1
#include "hide.h"
#include <regex>
#include <sstream>
#include <string>

static bool texts() {
  std::smatch match;
  std::string address = "me@example.com";
  if (!std::regex_match(address, match, std::regex("(\\w+)@(\\w+)\\.com")) || match[2] != "example")
    return false;
  std::ostringstream out;
  out << 3.25 << ' ' << std::hex << 255 << ' ' << address << ' ' << true;
  std::istringstream in("12 34.5 word");
  int whole;
  double real;
  std::string word;
  in >> whole >> real >> word;
  return out.str() == "3.25 ff me@example.com 1" && whole == 12 && word == "word";
}

int main() { return texts() ? 0 : 1; }
