// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/word_list.h"

namespace plumbline::cli {

std::vector<std::string> wordsOf(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t begin = 0;;) {
    const std::size_t end = list.find(',', begin);
    words.push_back(list.substr(begin, end - begin));
    if (end == std::string::npos) return words;
    begin = end + 1;
  }
}

base::Error badWord(const std::string& option, const std::string& word, const std::string& known) {
  return {base::ErrorCode::BadArgument,
          "argument " + option + ": there is no \"" + word + "\" (choose from " + known + ")",
          "",
          "",
          0,
          0};
}

}  // namespace plumbline::cli
