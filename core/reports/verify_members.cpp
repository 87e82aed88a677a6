// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reports/verify_members.h"

#include <nlohmann/json.hpp>

#include "core/reports/shown_text.h"

namespace plumbline::reports {
namespace {

/// placeOf names a member of what stands at `at`: "tool.version".
std::string placeOf(std::string at, const std::string& name) {
  if (!at.empty()) at += '.';
  return at.append(name);
}


using Json = nlohmann::json;

constexpr std::size_t kLongestValue = 80;

std::string valueWords(const Json& value) {
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  if (value.is_object()) return "an object";
  return elidedText(value.dump(-1, ' ', false, Json::error_handler_t::replace), kLongestValue);
}

/// Walk goes by the report made now, so that it never goes deeper than that one is.
class Walk {
 public:
  explicit Walk(const MembersWish& wish) : m_wish(wish) {}

  void compare(const Json& was, const Json& is, const std::string& at) {
    if (was.is_object() && is.is_object()) return compareMembers(was, is, at);
    if (was.is_array() && is.is_array() && was.size() == is.size()) {
      for (std::size_t i = 0; i < is.size(); ++i) compare(was[i], is[i], at + '[' + std::to_string(i) + ']');
      return;
    }
    if (!isSame(was, is)) add(at, "was " + valueWords(was) + "; is " + valueWords(is));
  }

  std::vector<Difference> take() {
    if (m_left > 0)
      m_differences.push_back({"member", "and more", std::to_string(m_left) + " other members differ as well"});
    return std::move(m_differences);
  }

 private:
  void compareMembers(const Json& was, const Json& is, const std::string& at) {
    for (const auto& [name, value] : is.items()) {
      // What the report was opened with is no result; where it lies now is not told.
      if (at.empty() && (name == "words" || name == "tool")) continue;
      const auto found = was.find(name);
      if (found != was.end())
        compare(*found, value, placeOf(at, name));
      else if (!m_wish.isOtherTool)
        add(placeOf(at, name), "was not there; is " + valueWords(value));
    }
    for (const auto& [name, value] : was.items())
      if (!m_wish.isOtherTool && !is.contains(name))
        add(placeOf(at, name), "was " + valueWords(value) + "; is not there");
  }

  bool isSame(const Json& was, const Json& is) const {
    if (was == is) return true;
    if (!was.is_string() || !is.is_string()) return false;
    if (m_wish.isOtherTool) return true;
    std::string text = is.get<std::string>();
    for (std::size_t at = 0; !m_wish.folder.empty() && (at = text.find(m_wish.folder, at)) != std::string::npos;)
      text.erase(at, m_wish.folder.size());
    return was.get_ref<const std::string&>() == text;
  }

  void add(const std::string& subject, std::string text) {
    if (m_differences.size() < kMostMembers)
      m_differences.push_back({"member", subject, std::move(text)});
    else
      ++m_left;
  }

  const MembersWish& m_wish;
  std::vector<Difference> m_differences;
  std::size_t m_left = 0;
};

}  // namespace

std::vector<Difference> changedMembers(std::string_view stored, std::string_view made, const MembersWish& wish) {
  Walk walk(wish);
  walk.compare(Json::parse(stored, nullptr, false), Json::parse(made, nullptr, false), "");
  return walk.take();
}

}  // namespace plumbline::reports
