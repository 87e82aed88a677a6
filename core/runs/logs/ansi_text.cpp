// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/logs/ansi_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/text/escapes.h"
#include "core/text/utf8.h"

namespace plumbline::runs {
namespace {

constexpr char kEscape = '\x1B', kBell = '\a';
constexpr std::size_t kTabColumns = 8;
constexpr int kColours = 16;

bool isIn(char c, char first, char last) { return c >= first && c <= last; }

/// Length of an operating system command and its like: up to BEL or ESC backslash.
std::size_t stringLength(std::string_view text) {
  for (std::size_t at = 2; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == kBell) return at + 1;
    if (text[at] != kEscape) continue;
    return at + 1 < text.size() && text[at + 1] == '\\' ? at + 2 : 2;
  }
  return 2;
}

/// nearest is the one of the sixteen that comes closest: greys by their lightness, everything else by its hue.
int nearest(int red, int green, int blue) {
  const auto [low, high] = std::minmax({red, green, blue});
  if (high - low < 32) return high < 48 ? 0 : high < 144 ? 8 : high < 224 ? 7 : 15;
  const int middle = (low + high) / 2;
  const int hue = (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0);
  return high > 208 ? hue + 8 : hue;
}

int nearestOf256(int n) {
  if (n < kColours) return n;
  if (n >= 232) {
    const int grey = 8 + 10 * (n - 232);
    return nearest(grey, grey, grey);
  }
  constexpr std::array kLevels = {0, 95, 135, 175, 215, 255};
  const auto cube = static_cast<std::size_t>(n - kColours);
  return nearest(kLevels[cube / 36], kLevels[cube / 6 % 6], kLevels[cube % 6]);
}

/// Numbers between separators; one that is missing is 0, and one that is no byte is -1.
std::vector<int> numbersOf(std::string_view text, char separator) {
  std::vector<int> numbers;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    int number = 0;
    if (end > at) {
      const auto read = std::from_chars(text.data() + at, text.data() + end, number);
      if (read.ec != std::errc() || read.ptr != text.data() + end || number < 0 || number > 255) number = -1;
    }
    numbers.push_back(number);
    at = end + 1;
  }
  return numbers;
}

/// extendedColour reads what follows a 38 or 48 at `at` (5;n or 2;r;g;b) and moves `at` to its last number; -1 when it
/// is no colour. `hasSpace`: the number of a colour space stands in front of r.
int extendedColour(const std::vector<int>& n, std::size_t& at, bool hasSpace) {
  const auto get = [&](std::size_t i) { return i < n.size() ? n[i] : -1; };
  if (get(at + 1) == 5) {
    at += 2;
    return get(at) < 0 ? -1 : nearestOf256(get(at));
  }
  if (get(at + 1) != 2) return -1;
  const std::size_t first = at + (hasSpace ? 3 : 2);
  at = first + 2;
  const int red = get(first), green = get(first + 1), blue = get(first + 2);
  return red < 0 || green < 0 || blue < 0 ? -1 : nearest(red, green, blue);
}

void applySwitch(int code, AnsiStyle& style) {
  switch (code) {
    case 0: style = {}; break;
    case 1: style.bold = true; break;
    case 2: style.faint = true; break;
    case 3: style.italic = true; break;
    case 4:
    case 21: style.underline = true; break;
    case 7: style.inverse = true; break;
    case 22: style.bold = style.faint = false; break;
    case 23: style.italic = false; break;
    case 24: style.underline = false; break;
    case 27: style.inverse = false; break;
    case 39: style.colour = -1; break;
    case 49: style.background = -1; break;
    default: break;
  }
}

void applyCode(int code, AnsiStyle& style) {
  if (code >= 30 && code <= 37) style.colour = code - 30;
  else if (code >= 90 && code <= 97) style.colour = code - 90 + 8;
  else if (code >= 40 && code <= 47) style.background = code - 40;
  else if (code >= 100 && code <= 107) style.background = code - 100 + 8;
  else applySwitch(code, style);
}

/// One code with its own numbers: 4:0 (no underline), 4:3 (a wavy one), 38:5:n, 38:2:r:g:b, 38:2:space:r:g:b.
void applyColons(std::string_view group, AnsiStyle& style) {
  const std::vector<int> n = numbersOf(group, ':');
  std::size_t at = 0;
  if (n[0] == 4) style.underline = n[1] != 0;
  else if (n[0] == 38) style.colour = extendedColour(n, at, n.size() > 5);
  else if (n[0] == 48) style.background = extendedColour(n, at, n.size() > 5);
}

void applyColours(std::string_view parameters, AnsiStyle& style) {
  if (parameters.find(':') != parameters.npos) {
    for (std::size_t at = 0; at <= parameters.size();) {
      const std::size_t end = std::min(parameters.find(';', at), parameters.size());
      const std::string_view group = parameters.substr(at, end - at);
      if (group.find(':') != group.npos) applyColons(group, style);
      else applyColours(group, style);
      at = end + 1;
    }
    return;
  }
  const std::vector<int> n = numbersOf(parameters, ';');
  for (std::size_t at = 0; at < n.size(); ++at) {
    const int code = n[at];
    if (code == 38) style.colour = extendedColour(n, at, false);
    else if (code == 48) style.background = extendedColour(n, at, false);
    else applyCode(code, style);
  }
}

/// Cells are the characters of a line as a terminal keeps them, so that one can be written over another.
class Cells {
 public:
  void put(std::string_view character, const AnsiStyle& style) {
    if (m_at >= m_cells.size()) m_cells.resize(m_at + 1);
    m_cells[m_at++] = {character, style};
  }
  /// On a terminal a tab moves over what stands there and leaves it alone.
  void tab() {
    m_at = (m_at / kTabColumns + 1) * kTabColumns;
    m_cells.resize(std::max(m_at, m_cells.size()));
  }
  void home() { m_at = 0; }
  void back() { m_at -= m_at > 0 ? 1 : 0; }
  void erase(std::string_view which) {
    if (which.empty() || which == "0") {
      m_cells.resize(std::min(m_at, m_cells.size()));
    } else if (which == "2") {
      m_cells.clear();
    } else if (which == "1") {
      std::fill_n(m_cells.begin(), std::min(m_at + 1, m_cells.size()), Cell{});
    }
  }
  AnsiText text() const {
    AnsiText made;
    for (const Cell& cell : m_cells) {
      if (cell.style != AnsiStyle{}) {
        if (made.spans.empty() || made.spans.back().style != cell.style ||
            made.spans.back().begin + made.spans.back().length != made.plain.size())
          made.spans.push_back({made.plain.size(), 0, cell.style});
        made.spans.back().length += cell.character.size();
      }
      made.plain += cell.character;
    }
    return made;
  }

 private:
  struct Cell {
    std::string_view character = " ";
    AnsiStyle style;
  };
  std::vector<Cell> m_cells;
  std::size_t m_at = 0;
};

std::size_t characterLength(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80U) ++length;
  return length;
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kForReadAnsi = "\x1B\r\t\b\a";

bool isControl(unsigned char c) { return c < 0x20 || c == 0x7F; }

/// The picture of a control byte: U+2400 and on, U+2421 for DEL.
void addSymbol(unsigned char c, std::string& out) {
  out += "\xE2\x90";
  out += static_cast<char>(0x80U + (c == 0x7F ? 0x21U : c));
}

/// C1 controls (C2 80 - C2 9F); marks and overrides of direction and line separators (E2 80 8E - 8F, A8 - AE;
/// E2 81 A6 - A9). Logs are untrusted.
std::size_t hiddenLength(std::string_view text) {
  const auto at = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  if (at(0) == 0xC2 && at(1) >= 0x80 && at(1) <= 0x9F) return 2;
  if (at(0) != 0xE2) return 0;
  if (at(1) == 0x80 && (at(2) == 0x8E || at(2) == 0x8F || (at(2) >= 0xA8 && at(2) <= 0xAE))) return 3;
  if (at(1) == 0x81 && at(2) >= 0xA6 && at(2) <= 0xA9) return 3;
  return 0;
}

void addValid(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size();) {
    const auto c = static_cast<unsigned char>(text[at]);
    if (const std::size_t hidden = hiddenLength(text.substr(at)); hidden > 0) {
      out += kReplacement;
      at += hidden;
      continue;
    }
    if (isControl(c) && kForReadAnsi.find(text[at]) == kForReadAnsi.npos) addSymbol(c, out);
    else out += text[at];
    ++at;
  }
}

}  // namespace

std::size_t sequenceLength(std::string_view text) {
  if (text.size() < 2 || text[1] == '\n') return 1;
  if (text[1] == '[') {
    std::size_t at = 2;
    while (at < text.size() && isIn(text[at], '\x20', '\x3F')) ++at;
    return at < text.size() && isIn(text[at], '\x40', '\x7E') ? at + 1 : at;
  }
  if (text[1] == ']' || text[1] == 'P' || text[1] == 'X' || text[1] == '^' || text[1] == '_') return stringLength(text);
  std::size_t at = 1;
  while (at < text.size() && isIn(text[at], '\x20', '\x2F')) ++at;
  return at < text.size() && isIn(text[at], '\x30', '\x7E') ? at + 1 : at;
}

AnsiText readAnsi(std::string_view line, AnsiStyle& state) {
  if (line.find_first_of("\x1B\r\t\b\a") == line.npos) {
    AnsiText made{std::string(line), {}};
    if (state != AnsiStyle{} && !line.empty()) made.spans.push_back({0, line.size(), state});
    return made;
  }
  Cells cells;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    std::size_t length = 1;
    switch (rest.front()) {
      case kEscape: {
        length = sequenceLength(rest);
        const std::string_view sequence = rest.substr(0, length);
        if (length < 3 || sequence[1] != '[') break;
        const std::string_view parameters = sequence.substr(2, length - 3);
        if (sequence.back() == 'm' && parameters.find_first_not_of("0123456789;:") == parameters.npos)
          applyColours(parameters, state);
        if (sequence.back() == 'K') cells.erase(parameters);
        break;
      }
      case '\r': cells.home(); break;
      case '\b': cells.back(); break;
      case '\t': cells.tab(); break;
      case kBell: break;  // nothing to see
      default:
        length = characterLength(rest);
        cells.put(rest.substr(0, length), state);
    }
    at += length;
  }
  return cells.text();
}

std::string displayText(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size());
  while (!bytes.empty()) {
    const std::size_t valid = text::firstInvalidUtf8(bytes).value_or(bytes.size());
    addValid(bytes.substr(0, valid), out);
    bytes.remove_prefix(valid);
    if (bytes.empty()) break;
    out += kReplacement;
    bytes.remove_prefix(1);
  }
  text::maskSecrets(out);
  return out;
}

std::string_view withoutSequences(std::string_view bytes, std::string& room) {
  std::size_t escape = bytes.find('\x1B');
  if (escape == bytes.npos) return bytes;
  room.clear();
  while (escape != bytes.npos) {
    room += bytes.substr(0, escape);
    bytes.remove_prefix(escape);
    bytes.remove_prefix(sequenceLength(bytes));
    escape = bytes.find('\x1B');
  }
  room += bytes;
  return room;
}

}  // namespace plumbline::runs
