// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's threads and its database drivers need an application object. Its event loop never runs here.
//
//   const QtApplication application;
#pragma once

#include <QCoreApplication>
#include <optional>

namespace plumbline::cli {

class QtApplication {
 public:
  QtApplication() {
    if (QCoreApplication::startingUp()) m_application.emplace(m_count, m_words);
  }

 private:
  int m_count = 1;
  char m_name[14] = "plumbline-cli";
  char* m_words[2] = {m_name, nullptr};
  std::optional<QCoreApplication> m_application;  ///< absent: a test has one
};

}  // namespace plumbline::cli
